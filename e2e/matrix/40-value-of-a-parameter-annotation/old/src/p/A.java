package p;

class A {
    void f(@An("x") int i) {}
}
