package org.slf4j.own;

class Cache {
    private static Integer kept;

    static int get() {
        if (kept == null) {
            kept = A.f();
        }
        return kept;
    }
}
