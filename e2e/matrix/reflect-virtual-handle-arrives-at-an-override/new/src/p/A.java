package p;

class A extends B {
    @Override
    int f() {
        return 2;
    }
}
