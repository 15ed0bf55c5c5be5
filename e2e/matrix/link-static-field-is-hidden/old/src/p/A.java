package p;

class A {
    static int f = 10;
}
