package p;

class C extends B implements I {}
