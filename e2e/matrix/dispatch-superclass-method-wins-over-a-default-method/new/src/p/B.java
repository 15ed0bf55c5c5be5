package p;

class B {
    public int f() {
        return 2;
    }
}
