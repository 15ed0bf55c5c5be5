package p;

class A {
    static int x = B.y;
}
