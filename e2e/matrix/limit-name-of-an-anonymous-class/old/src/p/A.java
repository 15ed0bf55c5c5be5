package p;

class A {
    static Object g() {
        return null;
    }

    static Object f() {
        return new Object() {};
    }
}
