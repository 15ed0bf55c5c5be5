package p;

class A extends M {}
