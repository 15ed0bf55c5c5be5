package p;

record P(int x) {
    public int x() {
        return x + 1;
    }
}
