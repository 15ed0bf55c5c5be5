package p;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

class Cache {
    private static final Map<String, Integer> MAP = new HashMap<>();

    static int get() {
        return get(() -> A.f());
    }

    static int get(Supplier<Integer> source) {
        return find("k", source);
    }

    private static int find(String key, Supplier<Integer> source) {
        Integer found = MAP.get(key);
        if (found == null) {
            found = source.get();
            MAP.put(key, found);
        }
        return found;
    }
}
