package p;

class B {
    Object f() {
        return 1;
    }
}
