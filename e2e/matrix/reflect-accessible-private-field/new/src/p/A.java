package p;

class A {
    private int x = 2;
}
