package p;

class D extends C {}
