package p;

import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

class ATest {
    static final CountDownLatch spinning = new CountDownLatch(1);
    static final CountDownLatch parked = new CountDownLatch(1);

    @Test void starts() throws Exception {
        start(() -> Worker.spin(spinning));
        start(() -> Worker.park(parked));
        spinning.await();
        parked.await();
        start(Worker::ended).join();
    }

    static Thread start(Runnable work) throws Exception {
        return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, work);
    }
}
class Worker {
    static volatile boolean stop;
    static final CountDownLatch gate = new CountDownLatch(1);
    static final CountDownLatch gone = new CountDownLatch(2);
    static void spin(CountDownLatch started) {
        started.countDown();
        while (!stop) Thread.onSpinWait();
        gone.countDown();
    }
    static void park(CountDownLatch started) {
        started.countDown();
        wait(gate);
        gone.countDown();
    }
    static void wait(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }
    static void ended() {}
    static void later() {}
}
