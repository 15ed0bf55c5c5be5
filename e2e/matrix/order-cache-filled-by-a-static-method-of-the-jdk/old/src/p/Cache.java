package p;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class Cache {
    private static final List<Integer> KEPT = new ArrayList<>();

    static int get() {
        if (KEPT.isEmpty()) {
            Collections.addAll(KEPT, A.f(), 7);
        }
        return KEPT.get(0);
    }
}
