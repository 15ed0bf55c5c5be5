package p;

class B {
    int f() {
        return 1;
    }
}
