package p;

class B extends Loud {}
