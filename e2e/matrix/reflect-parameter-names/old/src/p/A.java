package p;

class A {
    void f(int x) {}
}
