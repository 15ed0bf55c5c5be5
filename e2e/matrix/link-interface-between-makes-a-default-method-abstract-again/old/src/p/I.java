package p;

interface I {
    default int f() {
        return 1;
    }
}
