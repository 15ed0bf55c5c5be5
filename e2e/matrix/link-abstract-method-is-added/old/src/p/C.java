package p;

class C implements A {
    @Override
    public int f() {
        return 1;
    }
}
