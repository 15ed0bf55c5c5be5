package p;

enum A {
    @An("y")
    ONE
}
