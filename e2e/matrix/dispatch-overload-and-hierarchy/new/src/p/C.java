package p;

class C {
    long m(long x) {
        return 2;
    }
}
