package p;

class A {
    static class C {}

    static Object f() {
        return new C();
    }
}
