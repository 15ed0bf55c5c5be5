package p;

enum E {
    A,
    B
}
