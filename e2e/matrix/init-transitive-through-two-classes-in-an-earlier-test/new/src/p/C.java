package p;

class C {
    static int z() {
        return 2;
    }
}
