package p;

class A {
    @An("y")
    int f;
}
