package p;

class U {
    static int f() {
        return g(new C());
    }

    static int g(B b) {
        return b.f();
    }
}
