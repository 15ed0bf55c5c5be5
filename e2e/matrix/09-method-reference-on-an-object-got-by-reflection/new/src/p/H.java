package p;

class H {
    int i() {
        return 2;
    }
}
