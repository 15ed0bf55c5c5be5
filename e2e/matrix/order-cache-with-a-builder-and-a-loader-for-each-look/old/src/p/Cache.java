package p;

class Cache {
    private static final Local<String, Integer> KEPT = new Builder().build();

    static int get() {
        return KEPT.get("k", key -> A.f());
    }
}
