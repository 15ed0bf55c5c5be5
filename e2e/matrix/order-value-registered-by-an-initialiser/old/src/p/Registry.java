package p;

import java.util.HashMap;
import java.util.Map;

class Registry {
    static final Map<String, Integer> MAP = new HashMap<>();

    static boolean has(String key) {
        return MAP.containsKey(key);
    }

    static int find(String key) {
        return MAP.get(key);
    }
}
