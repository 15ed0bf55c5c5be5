package p;

class Cache {
    private static Integer kept;

    static int get(Source source) {
        if (kept == null) {
            kept = source.load();
        }
        return kept;
    }
}
