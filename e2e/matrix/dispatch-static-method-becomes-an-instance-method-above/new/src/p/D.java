package p;

class D extends C {
    @Override
    int f() {
        return 2;
    }
}
