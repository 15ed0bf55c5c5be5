package p;

class Cache {
    private static Integer kept;

    static int get() {
        if (!isSet()) {
            set(A.f());
        }
        return value();
    }

    private static boolean isSet() {
        return kept != null;
    }

    private static int value() {
        return kept;
    }

    static void set(int number) {
        set(number, false);
    }

    static void set(int number, boolean isNegative) {
        kept = isNegative ? -number : number;
    }
}
