package p;

class A {
    static double f() {
        return 0.0;
    }
}
