package p;

class A {
    private static int h() {
        return 2;
    }

    private static int g() {
        return 3;
    }

    static int f() {
        return g() - h();
    }
}
