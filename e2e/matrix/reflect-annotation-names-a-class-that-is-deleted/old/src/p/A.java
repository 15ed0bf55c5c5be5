package p;

@Link(Gone.class)
class A {}
