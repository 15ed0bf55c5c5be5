package p;

@An("y")
class B {}
