package p;

class Config {
    private static String kept;

    static String get() {
        if (kept == null) {
            kept = System.getProperty("p.mode", "1");
        }
        return kept;
    }
}
