package p;

class A extends C {}
