package p;

class B {
    void f() {}
}
