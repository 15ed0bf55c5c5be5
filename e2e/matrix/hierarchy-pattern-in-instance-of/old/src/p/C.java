package p;

class C implements B {}
