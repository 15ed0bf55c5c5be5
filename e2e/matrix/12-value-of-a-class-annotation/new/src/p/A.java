package p;

@An("y")
class A {}
