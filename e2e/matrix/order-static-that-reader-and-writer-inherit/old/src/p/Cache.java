package p;

class Cache extends State {
    static int get() {
        if (kept == null) {
            Loader.load();
        }
        return kept;
    }
}
