package p;

interface A {
    default int f() {
        return 1;
    }
}
