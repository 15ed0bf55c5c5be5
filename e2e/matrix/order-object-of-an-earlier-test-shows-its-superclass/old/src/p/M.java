package p;

class M extends B {}
