package p;

class A {
    void f(@An("y") int i) {}
}
