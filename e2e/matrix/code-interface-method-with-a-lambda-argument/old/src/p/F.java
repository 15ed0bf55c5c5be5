package p;

interface F {
    int f(int x);

    static F twice() {
        return x -> x * 2;
    }

    default F then(F g) {
        return x -> g.f(f(x));
    }
}
