package p;

class U {
    static int f() {
        return F.call(() -> 1);
    }
}
