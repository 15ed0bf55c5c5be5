package p;

class A {
    static int f() {
        return 1;
    }
}
