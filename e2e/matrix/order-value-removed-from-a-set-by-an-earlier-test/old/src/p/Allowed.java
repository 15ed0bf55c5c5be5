package p;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

class Allowed {
    private static final Set<String> ALL = new HashSet<>(Arrays.asList("x", "y"));

    static void forbid(String name) {
        ALL.remove(name);
    }

    static void begin() {
        forbid(A.f());
    }

    static boolean has(String name) {
        return ALL.contains(name);
    }
}
