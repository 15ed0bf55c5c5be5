package p;

class A {
    int x = 1;

    static int f() {
        return new A().x;
    }
}
