package p;

class A {
    A(long x) {}
}
