package p;

class A {
    long x;
}
