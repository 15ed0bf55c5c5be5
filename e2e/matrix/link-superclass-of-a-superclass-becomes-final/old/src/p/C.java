package p;

class C extends B {
    static int f() {
        return 1;
    }
}
