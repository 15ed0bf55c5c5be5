package p;

class C extends q.B {
    public int f() {
        return 2;
    }
}
