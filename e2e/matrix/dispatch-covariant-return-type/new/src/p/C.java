package p;

class C extends B {
    @Override
    Integer f() {
        return 2;
    }
}
