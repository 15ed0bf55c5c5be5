package p;

class A {
    private static int x = 1;

    static class N {
        static int f() {
        return x;
    }
    }
}
