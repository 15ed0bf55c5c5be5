package p;

interface B {
    default int f() {
        return 1;
    }
}
