package p;

class U {
    int f() {
        return 1;
    }
}
