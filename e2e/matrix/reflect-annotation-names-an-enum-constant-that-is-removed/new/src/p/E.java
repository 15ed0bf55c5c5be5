package p;

enum E {
    Y
}
