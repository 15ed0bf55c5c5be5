package p;

class C implements I {}
