package p;

enum A {
    @An("x")
    ONE
}
