package p;

@Is(E.X)
class A {}
