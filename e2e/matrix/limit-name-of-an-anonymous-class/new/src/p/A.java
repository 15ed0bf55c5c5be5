package p;

class A {
    static Object g() {
        return new Object() {};
    }

    static Object f() {
        return new Object() {};
    }
}
