package p;

class S extends B {
    static int f() {
        return 2;
    }
}
