package p;

class A {
    @An("x")
    int f;
}
