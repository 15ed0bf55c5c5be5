package p;

class A {
    static Object f() {
        return "none";
    }
}
