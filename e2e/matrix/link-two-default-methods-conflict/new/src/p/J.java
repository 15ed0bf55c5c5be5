package p;

interface J {
    default int f() {
        return 1;
    }
}
