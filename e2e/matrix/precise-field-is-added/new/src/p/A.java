package p;

class A {
    static int y;
    int x = 1;

    static int f() {
        return new A().x;
    }
}
