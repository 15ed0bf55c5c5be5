package p;

class B {
    static int f() {
        return 1;
    }
}
