package p;

import java.util.ArrayList;
import java.util.List;

class Cache {
    private static final List<Integer> KEPT = new ArrayList<>();

    static int get() {
        if (isEmpty()) {
            Source.all().forEach(number -> register(number));
        }
        return first();
    }

    private static boolean isEmpty() {
        return KEPT.isEmpty();
    }

    private static int first() {
        return KEPT.get(0);
    }

    private static void register(int number) {
        KEPT.add(number);
    }
}
