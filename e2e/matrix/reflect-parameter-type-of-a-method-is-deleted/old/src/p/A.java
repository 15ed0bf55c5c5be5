package p;

class A {
    void f(Gone gone) {}
}
