package p;

import java.util.HashMap;
import java.util.Map;

class Single {
    private static final Single ONLY = new Single();

    private final Map<String, String> kept = new HashMap<>();

    static Single only() {
        return ONLY;
    }

    String get(String key) {
        String value = kept.get(key);
        if (value == null) {
            value = make();
            kept.put(key, value);
        }
        return value;
    }

    private static String make() {
        return V.v();
    }
}
