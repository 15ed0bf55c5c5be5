package p;

class K {
    static final int TIMES = 2;
}
