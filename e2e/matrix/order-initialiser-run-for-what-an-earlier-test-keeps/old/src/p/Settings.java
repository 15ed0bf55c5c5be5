package p;

class Settings {
    private static String kept;

    static String get() {
        if (kept == null) {
            fill();
        }
        return kept;
    }

    private static void fill() {
        kept = Loader.TEXT;
    }
}
