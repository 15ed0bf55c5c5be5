package p;

class C extends D2 {
    static int f() {
        return 1;
    }
}
