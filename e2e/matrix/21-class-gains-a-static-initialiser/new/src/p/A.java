package p;

class A {
    static {
        G.v = 7;
    }

    int f() {
        return G.get();
    }
}
