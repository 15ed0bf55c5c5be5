package p;

class A {
    class B {}

    class C {}
}
