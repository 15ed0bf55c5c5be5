package p;

class A {
    A(int x) {}
}
