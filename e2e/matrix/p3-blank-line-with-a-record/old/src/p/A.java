package p;

record A(int x) {
    static int f() {
        return new A(1).x();
    }
}
