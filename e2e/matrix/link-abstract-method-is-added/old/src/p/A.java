package p;

interface A {
    int f();

    default int g() {
        return 1;
    }
}
