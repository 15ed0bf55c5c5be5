package p;

class A<T> extends @An("x") B {}
