package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    static final java.util.concurrent.CountDownLatch started = new java.util.concurrent.CountDownLatch(1);
    @Test void starts() throws Exception {
        Thread thread = new Thread(() -> Worker.loop(started));
        thread.setDaemon(true);
        thread.start();
        started.await();
    }
}
class Worker {
    static volatile boolean stop;
    static void loop(java.util.concurrent.CountDownLatch started) {
        started.countDown();
        while (!stop) Thread.onSpinWait();
    }
}
