package p;

class A {
    int x;
    int y;
}
