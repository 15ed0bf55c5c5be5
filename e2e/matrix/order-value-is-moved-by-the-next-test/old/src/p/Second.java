package p;

class Second {
    private static Integer kept;

    static void init() {
        if (First.value() == null) {
            First.init();
        }
        kept = First.value();
    }

    static int value() {
        if (kept == null) {
            init();
        }
        return kept;
    }
}
