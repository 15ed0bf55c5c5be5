package p;

class A {
    @An("y")
    void f() {}
}
