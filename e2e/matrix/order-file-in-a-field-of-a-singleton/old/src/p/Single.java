package p;

enum Single {
    ONLY;

    private String kept;

    String get() throws Exception {
        if (kept == null) {
            fill();
        }
        return kept;
    }

    private void fill() throws Exception {
        kept = java.nio.file.Files.readString(java.nio.file.Path.of("data/a.txt"));
    }
}
