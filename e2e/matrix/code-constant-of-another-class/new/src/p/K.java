package p;

class K {
    static final int X = 2;
}
