package p;

interface I {
    int f();

    default int g() {
        return f() + 1;
    }
}
