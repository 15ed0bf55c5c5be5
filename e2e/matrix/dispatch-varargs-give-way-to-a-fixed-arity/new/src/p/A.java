package p;

class A {
    static int f(int x) {
        return 2;
    }

    static int f(int... x) {
        return 1;
    }
}
