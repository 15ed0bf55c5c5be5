package p;

class A {
    static int f(long x) {
        return 1;
    }
}
