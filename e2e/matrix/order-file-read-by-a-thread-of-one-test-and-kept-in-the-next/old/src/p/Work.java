package p;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.CountDownLatch;

class Work extends Thread {
    private static final CountDownLatch COMPUTED = new CountDownLatch(1);
    private static final CountDownLatch GATE = new CountDownLatch(1);

    @Override
    public void run() {
        try {
            String text = new String(Files.readAllBytes(Paths.get("data/a.txt")));
            int value = Integer.parseInt(text.trim());
            COMPUTED.countDown();
            GATE.await();
            Cache.set(value);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
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
