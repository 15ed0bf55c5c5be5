package p;

enum E {
    X,
    Y
}
