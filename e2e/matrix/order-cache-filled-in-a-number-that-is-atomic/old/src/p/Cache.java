package p;

import java.util.concurrent.atomic.AtomicInteger;

class Cache {
    private static final AtomicInteger KEPT = new AtomicInteger(-1);

    static int get() {
        if (KEPT.get() < 0) {
            KEPT.set(A.f());
        }
        return KEPT.get();
    }
}
