package p;

class A {
    static int x = Integer.parseInt("x");

    static int f() {
        return 1;
    }
}
