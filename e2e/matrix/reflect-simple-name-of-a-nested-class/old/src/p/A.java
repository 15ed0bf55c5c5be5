package p;

class A {
    static class B {}

    static Object f() {
        return new B();
    }
}
