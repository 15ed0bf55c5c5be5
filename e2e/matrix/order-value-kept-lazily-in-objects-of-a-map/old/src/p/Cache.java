package p;

import java.util.HashMap;
import java.util.Map;

class Cache {
    private static final Map<String, Cache> ALL = new HashMap<>();
    private Integer number;

    private Cache(String name) {
    }

    static Cache of(String name) {
        return ALL.computeIfAbsent(name, Cache::new);
    }

    static int get() {
        return of("k").number();
    }

    int number() {
        if (number == null) {
            number = A.f();
        }
        return number;
    }
}
