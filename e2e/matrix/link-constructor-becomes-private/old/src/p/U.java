package p;

class U {
    static int f() {
        return new A() == null ? 0 : 1;
    }
}
