package p;

import java.util.concurrent.*;

class Cache {
    private static final ExecutorService EXECUTOR = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });
    private static final CountDownLatch GATE = new CountDownLatch(1);
    private static Future<Integer> kept;

    static void block() {
        EXECUTOR.submit(() -> {
            GATE.await();
            return null;
        });
    }

    static void open() {
        GATE.countDown();
    }

    static void start() {
        kept = EXECUTOR.submit(new Work());
    }

    static int get() throws Exception {
        if (kept == null) {
            start();
        }
        return kept.get();
    }
}
