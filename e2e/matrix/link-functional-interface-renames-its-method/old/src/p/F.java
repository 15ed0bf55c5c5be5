package p;

interface F {
    int f();

    static int call(F f) {
        return f.f();
    }
}
