package p;

import java.util.function.Supplier;

class Cache {
    private static Integer kept;

    static int get() {
        return first(() -> A.f(), () -> 7);
    }

    @SafeVarargs
    static int first(Supplier<Integer>... sources) {
        if (kept == null) {
            kept = sources[0].get();
        }
        return kept;
    }
}
