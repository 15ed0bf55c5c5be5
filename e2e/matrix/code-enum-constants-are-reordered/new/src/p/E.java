package p;

enum E {
    B,
    A
}
