package p;

class U {
    static int f() {
        return A.x;
    }
}
