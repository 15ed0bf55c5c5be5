package p;

class A {
    static int f() throws RuntimeException {
        return 1;
    }
}
