package p;

class Cache {
    private static Integer kept;

    static int get() {
        if (kept == null) {
            kept = new User(new Found()).use();
        }
        return kept;
    }
}
