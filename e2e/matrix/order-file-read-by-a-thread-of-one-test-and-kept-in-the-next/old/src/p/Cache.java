package p;

class Cache {
    private static volatile Integer kept;

    static boolean isSet() {
        return kept != null;
    }

    static int value() {
        return kept;
    }

    static void set(int value) {
        kept = value;
    }
}
