package p;

interface F {
    int g();

    static int call(F f) {
        return f.g();
    }
}
