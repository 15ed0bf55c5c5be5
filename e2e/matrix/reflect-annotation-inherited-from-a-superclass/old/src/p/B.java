package p;

@An("x")
class B {}
