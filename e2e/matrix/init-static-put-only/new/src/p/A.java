package p;

class A {
    static int x;

    static {
        G.v = 2;
    }
}
