package p;

class Cache {
    private static Integer kept;

    static int get() throws Exception {
        if (kept == null) {
            var executor = java.util.concurrent.Executors.newSingleThreadExecutor();
            kept = executor.submit(new Work()).get();
            executor.shutdown();
        }
        return kept;
    }
}
