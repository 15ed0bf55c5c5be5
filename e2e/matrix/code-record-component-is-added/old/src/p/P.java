package p;

record P(int x) {
    P(int x, int y) {
        this(x);
    }
}
