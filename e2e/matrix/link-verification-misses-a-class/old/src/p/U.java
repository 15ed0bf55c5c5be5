package p;

class U {
    static int f() {
        return 1;
    }

    static B h() {
        return new C();
    }
}
