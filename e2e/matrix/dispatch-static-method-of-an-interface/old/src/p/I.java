package p;

interface I {
    static int f() {
        return 1;
    }
}
