package p;

class A {
    void f() {}

    void g() {}
}
