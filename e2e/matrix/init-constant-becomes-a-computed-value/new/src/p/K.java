package p;

class K {
    static final int X = G.set();
}
