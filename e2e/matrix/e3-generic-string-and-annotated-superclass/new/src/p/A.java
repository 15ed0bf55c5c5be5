package p;

class A<T> extends @An("y") B {}
