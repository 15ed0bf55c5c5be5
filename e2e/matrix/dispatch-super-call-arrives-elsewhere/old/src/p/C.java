package p;

class C extends M {
    @Override
    int f() {
        return super.f() * 10;
    }
}
