package p;

class Pool {
    static final java.util.concurrent.ExecutorService IT = java.util.concurrent.Executors.newFixedThreadPool(1, task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });
}
