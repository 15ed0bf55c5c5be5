package p;

class Cache {
    private static final LoadingCache<String, Integer> KEPT = LoadingCache.of(key -> A.f());

    static int get() {
        return KEPT.get("k");
    }
}
