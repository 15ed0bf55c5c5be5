package p;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

class Shared {
    static final CountDownLatch GO = new CountDownLatch(1);
    static FutureTask<Integer> task;

    static void start() {
        task = new FutureTask<>(() -> {
            GO.await();
            return A.f();
        });
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }
}
