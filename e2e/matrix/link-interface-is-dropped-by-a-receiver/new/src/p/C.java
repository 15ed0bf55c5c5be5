package p;

class C {
    public int f() {
        return 1;
    }
}
