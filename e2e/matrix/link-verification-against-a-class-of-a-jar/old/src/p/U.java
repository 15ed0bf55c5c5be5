package p;

class U {
    static int f() {
        return 1;
    }

    static q.B h() {
        return new q.C();
    }
}
