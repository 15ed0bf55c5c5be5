package p;

class New {
    static int f() {
        return 1;
    }
}
