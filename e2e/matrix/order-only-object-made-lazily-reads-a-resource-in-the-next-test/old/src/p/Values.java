package p;

import java.util.HashMap;
import java.util.Map;

class Values {
    private final Map<String, Integer> values = new HashMap<>();

    Integer load(String name) throws Exception {
        Integer value = values.get(name);
        if (value == null) {
            value = Loader.load(name);
            values.put(name, value);
        }
        return value;
    }
}
