package p;

class A {
    int x = 2;
}
