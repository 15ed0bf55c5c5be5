package p;

class A {
    static long f() {
        return 1;
    }
}
