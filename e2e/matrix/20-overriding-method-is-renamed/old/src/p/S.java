package p;

class S extends B {
    int f() {
        return 2;
    }
}
