package p;

enum Single {
    ONLY;

    private String kept;

    String get() {
        if (kept == null) {
            fill();
        }
        return kept;
    }

    private void fill() {
        kept = V.v();
    }
}
