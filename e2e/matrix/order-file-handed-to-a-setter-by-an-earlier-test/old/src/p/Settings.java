package p;

class Settings {
    private static String kept;

    static String get() throws Exception {
        if (kept == null) {
            String value = java.nio.file.Files.readString(java.nio.file.Path.of("data/a.txt"));
            set(value);
        }
        return kept;
    }

    static void set(String value) {
        kept = value;
    }
}
