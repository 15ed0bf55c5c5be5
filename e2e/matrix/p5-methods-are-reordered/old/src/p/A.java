package p;

class A {
    static int f() {
        return 1;
    }

    static int g() {
        return 2;
    }
}
