package p;

class A {
    static long f() {
        return 1234567890124L;
    }
}
