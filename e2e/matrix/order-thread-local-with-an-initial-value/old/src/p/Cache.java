package p;

class Cache {
    private static final ThreadLocal<Integer> KEPT = ThreadLocal.withInitial(() -> A.f());

    static int get() {
        return KEPT.get();
    }
}
