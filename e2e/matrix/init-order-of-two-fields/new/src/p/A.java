package p;

class A {
    static int y = A.x + 1;

    static int x = 1;

    static int f() {
        return y;
    }
}
