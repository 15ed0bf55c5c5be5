package p;

class A {
    int x;
}
