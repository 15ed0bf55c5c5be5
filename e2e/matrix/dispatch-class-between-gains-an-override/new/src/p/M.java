package p;

class M extends B {
    @Override
    int f() {
        return 2;
    }
}
