package p;

class C extends B {}
