package p;

class A {
    static boolean f(int x) {
        return x <= 2;
    }
}
