package p;

class B {
    int f() {
        return 1;
    }

    int g() {
        return f();
    }
}
