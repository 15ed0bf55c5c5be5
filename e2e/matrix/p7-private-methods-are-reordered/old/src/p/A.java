package p;

class A {
    static int f() {
        return g() - h();
    }

    private static int g() {
        return 3;
    }

    private static int h() {
        return 2;
    }
}
