package p;

class A {
    static int g() {
        return 2;
    }

    static int f() {
        return 1;
    }
}
