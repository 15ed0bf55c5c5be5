package p;

class C extends A {
    long m(long x) {
        return 2;
    }
}
