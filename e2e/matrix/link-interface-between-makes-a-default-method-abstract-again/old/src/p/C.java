package p;

class C implements J {}
