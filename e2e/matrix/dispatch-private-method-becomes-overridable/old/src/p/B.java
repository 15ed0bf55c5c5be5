package p;

class B {
    private int f() {
        return 1;
    }

    int g() {
        return f();
    }
}
