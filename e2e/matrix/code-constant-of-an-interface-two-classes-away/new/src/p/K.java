package p;

interface K {
    int X = 2;
}
