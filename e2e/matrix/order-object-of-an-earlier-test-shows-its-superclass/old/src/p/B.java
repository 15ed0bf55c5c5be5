package p;

class B {}
