package p;

class Cache {
    static final java.util.Map<String, Integer> MAP = new java.util.HashMap<>();

    static int get() {
        return MAP.computeIfAbsent("k", key -> A.f());
    }
}
