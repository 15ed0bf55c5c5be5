package p;

class A {
    static {
        G.v = 2;
    }
}
