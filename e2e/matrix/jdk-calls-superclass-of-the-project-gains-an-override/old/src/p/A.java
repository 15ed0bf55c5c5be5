package p;

class A extends B {}
