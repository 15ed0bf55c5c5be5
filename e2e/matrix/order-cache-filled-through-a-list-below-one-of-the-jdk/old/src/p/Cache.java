package p;

import java.util.List;

class Cache {
    private static Integer kept;

    static int get() {
        if (kept == null) {
            List<Integer> numbers = new Numbers();
            kept = numbers.get(0);
        }
        return kept;
    }
}
