package p;

class A {
    int f = 10;
}
