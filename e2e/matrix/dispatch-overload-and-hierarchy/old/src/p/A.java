package p;

class A {
    long m(int x) {
        return 1;
    }
}
