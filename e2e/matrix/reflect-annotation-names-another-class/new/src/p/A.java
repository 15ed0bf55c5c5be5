package p;

@Link(C.class)
class A {}
