package p;

@An("x")
class A {}
