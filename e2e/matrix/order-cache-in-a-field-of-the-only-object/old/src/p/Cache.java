package p;

class Cache {
    static final Cache ONLY = new Cache();
    private final java.util.Map<String, Integer> map = new java.util.HashMap<>();

    static int get() {
        return ONLY.find();
    }

    private int find() {
        return map.computeIfAbsent("k", key -> A.f());
    }
}
