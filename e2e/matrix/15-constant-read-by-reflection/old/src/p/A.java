package p;

class A {
    static final int K = 1;
}
