package p;

import java.util.HashMap;
import java.util.Map;

class Cache {
    private static final Map<String, Integer> MAP = new HashMap<>();

    static int get() {
        if (!has("k")) {
            put("k", A.f());
        }
        return MAP.get("k");
    }

    static boolean has(String key) {
        return MAP.containsKey(key);
    }

    static void put(String key, int value) {
        MAP.put(key, value);
    }
}
