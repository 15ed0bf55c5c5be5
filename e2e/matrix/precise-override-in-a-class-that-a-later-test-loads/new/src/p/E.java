package p;

class E extends B {
    @Override
    int f() {
        return 2;
    }
}
