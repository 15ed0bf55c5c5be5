package p;

enum E {
    A
}
