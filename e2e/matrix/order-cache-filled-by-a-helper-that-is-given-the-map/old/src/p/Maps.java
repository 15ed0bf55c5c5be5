package p;

import java.util.Map;

class Maps {
    static int find(Map<String, Integer> map, String key) {
        Integer found = map.get(key);
        if (found == null) {
            found = A.f();
            map.put(key, found);
        }
        return found;
    }
}
