package p;

class C extends B {
    int f() {
        return 1;
    }
}
