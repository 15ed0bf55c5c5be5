package p;

class A {
    int hidden;

    static int f() {
        return 1;
    }
}
