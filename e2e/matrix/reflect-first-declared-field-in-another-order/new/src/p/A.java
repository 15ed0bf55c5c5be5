package p;

class A {
    int y;
    int x;
}
