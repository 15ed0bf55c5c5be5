package p;

class Base<T> {}
