package p;

class A {
    static Object f() {
        return g();
    }

    static Object g() {
        return new Object() {};
    }
}
