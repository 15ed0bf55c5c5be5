package p;

class A {
    void f() {}
}
