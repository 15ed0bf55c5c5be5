package p;

class C extends D {
    static int f() {
        return 1;
    }
}
