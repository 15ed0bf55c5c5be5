package p;

class E extends B {}
