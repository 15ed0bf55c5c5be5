package p;

import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

class ATest {
    static final CountDownLatch started = new CountDownLatch(1);
    @Test void starts() throws Exception {
        Worker.thread = new Thread(null, () -> Worker.begin(started), "deep", 64 << 20);
        Worker.thread.setDaemon(true);
        Worker.thread.start();
        started.await();
    }
}
class Worker {
    static volatile boolean stop;
    static Thread thread;
    static void begin(CountDownLatch started) { descend(20_000, started); }
    static void descend(int levels, CountDownLatch started) {
        if (levels > 0) {
            descend(levels - 1, started);
            return;
        }
        started.countDown();
        while (!stop) Thread.onSpinWait();
    }
}
