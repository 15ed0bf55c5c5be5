package p;

class A implements I {}
