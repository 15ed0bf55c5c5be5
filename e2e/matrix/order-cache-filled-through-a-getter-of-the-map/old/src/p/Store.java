package p;

import java.util.HashMap;
import java.util.Map;

class Store {
    private static final Map<String, Integer> MAP = new HashMap<>();

    static Map<String, Integer> map() {
        return MAP;
    }
}
