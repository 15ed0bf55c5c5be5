package p;

class C {}
