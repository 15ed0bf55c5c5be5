package p;

class S extends B {}
