package p;

class Cache {
    private static Integer kept;

    static int get() {
        if (kept == null) {
            kept = java.util.stream.Stream.of(new Thing()).map(Thing::number).sorted().findFirst().get();
        }
        return kept;
    }
}
