package p;

class Cache {
    private static Integer kept;

    static int get() {
        if (isEmpty()) {
            new Change(A.f()).apply();
        }
        return value();
    }

    static boolean isEmpty() {
        return kept == null;
    }

    static int value() {
        return kept;
    }

    static class Change {
        private final int number;

        Change(int number) {
            this.number = number;
        }

        void apply() {
            kept = number;
        }
    }
}
