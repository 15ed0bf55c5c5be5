package p;

@Link(B.class)
class A {}
