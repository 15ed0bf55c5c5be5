package p;

import java.util.HashMap;
import java.util.Map;

class Cache {
    private static final Map<String, Integer> MAP = new HashMap<>();

    static int get() {
        return Maps.find(MAP, "k");
    }
}
