package p;

class S extends B {
    @Override
    int f() {
        return 2;
    }
}
