package p;

class U {
    static int f() {
        return E.B.name().length();
    }
}
