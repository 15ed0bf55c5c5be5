package p;

import java.util.concurrent.SynchronousQueue;

class Loop extends Thread {
    static final SynchronousQueue<String> IN = new SynchronousQueue<>();
    static final SynchronousQueue<Integer> OUT = new SynchronousQueue<>();

    Loop() {
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            while (true) {
                String text = IN.take();
                OUT.put(text.length() * 2);
            }
        } catch (InterruptedException e) {
            // The end.
        }
    }
}
