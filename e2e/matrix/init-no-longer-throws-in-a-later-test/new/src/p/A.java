package p;

class A {
    static int x = Integer.parseInt("1");

    static int f() {
        return x;
    }
}
