package p;

class A {
    int f() {
        return G.get();
    }
}
