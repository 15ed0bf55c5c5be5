package p;

import java.util.HashMap;
import java.util.Map;

class Cache {
    private static final Map<String, Integer> MAP = new HashMap<>();

    static int get() {
        if (!has("k")) {
            register("k", A.f());
        }
        return find("k");
    }

    static boolean has(String key) {
        return MAP.containsKey(key);
    }

    static int find(String key) {
        return MAP.get(key);
    }

    static void register(String key, int number) {
        if (MAP.containsKey(key)) {
            throw new IllegalStateException(key);
        }
        MAP.put(key, number);
    }
}
