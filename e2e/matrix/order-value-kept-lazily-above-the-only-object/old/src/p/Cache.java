package p;

class Cache extends Lazy {
    private static final Cache ONLY = new Cache();

    static int get() {
        return ONLY.number();
    }

    @Override
    int make() {
        return A.f();
    }
}
