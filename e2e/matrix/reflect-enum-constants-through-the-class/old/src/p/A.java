package p;

enum A {
    X
}
