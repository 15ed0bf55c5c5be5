package p;

class D2 {}
