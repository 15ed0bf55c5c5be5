package p;

class A {
    static Object f() {
        return new Object() {};
    }
}
