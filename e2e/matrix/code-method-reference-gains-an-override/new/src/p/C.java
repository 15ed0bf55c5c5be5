package p;

class C extends B {
    @Override
    int f() {
        return 2;
    }
}
