package p;

class Cache {
    static volatile Integer kept;

    static int get() throws Exception {
        if (kept == null) {
            Thread thread = new Thread(new Work());
            thread.start();
            thread.join();
        }
        return kept;
    }
}
