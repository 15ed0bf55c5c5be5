package p;

class A {
    static int f(int x) {
        assert x < 2;
        return x;
    }
}
