package p;

class C implements I {
    public int f() {
        return 1;
    }
}
