package p;

class A {
    @An("x")
    void f() {}
}
