package p;

enum A {
    X,
    Y
}
