package p;

class H {
    int f() {
        return 1;
    }
}
