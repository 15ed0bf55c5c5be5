package p;

class Cache {
    private static final Registry KEPT = new Registry();

    static int get() {
        if (!KEPT.containsKey("k")) {
            KEPT.put("k", A.f());
        }
        return KEPT.get("k");
    }
}
