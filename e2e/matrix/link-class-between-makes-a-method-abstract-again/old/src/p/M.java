package p;

abstract class M extends B {}
