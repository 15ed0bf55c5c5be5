package p;

class Settings {
    private static String kept;

    static String get() {
        if (kept == null) {
            String value = V.v();
            set(value);
        }
        return kept;
    }

    static void set(String value) {
        kept = value;
    }
}
