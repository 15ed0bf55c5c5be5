package p;

class U {
    static int f() {
        return 1;
    }

    static int h() {
        return g(new C());
    }

    static int g(B b) {
        return b.f();
    }
}
