package p;

class C extends B {
    @Override
    int f() {
        return super.f();
    }
}
