package p;

class Cache {
    private static int kept;

    static void set(int value) {
        kept = value;
    }

    static int get() {
        return kept;
    }
}
