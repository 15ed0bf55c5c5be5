package p;

class A {
    static int f() {
        throw new IllegalArgumentException();
    }
}
