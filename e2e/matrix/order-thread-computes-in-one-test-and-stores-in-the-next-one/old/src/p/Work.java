package p;

import java.util.concurrent.CountDownLatch;

class Work extends Thread {
    private static final CountDownLatch COMPUTED = new CountDownLatch(1);
    private static final CountDownLatch GATE = new CountDownLatch(1);

    @Override
    public void run() {
        int value = A.f();
        COMPUTED.countDown();
        try {
            GATE.await();
        } catch (InterruptedException e) {
            return;
        }
        Cache.set(value);
    }

    static void begin() throws Exception {
        new Work().start();
        COMPUTED.await();
    }

    static void end() throws Exception {
        if (COMPUTED.getCount() > 0) {
            begin();
        }
        GATE.countDown();
        while (!Cache.isSet()) {
            Thread.sleep(1);
        }
    }
}
