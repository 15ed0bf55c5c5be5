package p;

class A {
    class B {}
}
