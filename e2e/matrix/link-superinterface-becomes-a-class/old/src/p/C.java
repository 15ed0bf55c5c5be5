package p;

class C implements I {
    int f() {
        return 1;
    }
}
