package p;

enum A {
    Y,
    X
}
