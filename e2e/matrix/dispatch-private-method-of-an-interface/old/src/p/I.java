package p;

interface I {
    default int f() {
        return g();
    }

    private int g() {
        return 1;
    }
}
