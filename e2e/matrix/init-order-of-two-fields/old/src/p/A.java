package p;

class A {
    static int x = 1;

    static int y = x + 1;

    static int f() {
        return y;
    }
}
