package p;

interface K {
    int X = 1;
}
