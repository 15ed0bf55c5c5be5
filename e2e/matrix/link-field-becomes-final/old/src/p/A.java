package p;

class A {
    static int x;
}
