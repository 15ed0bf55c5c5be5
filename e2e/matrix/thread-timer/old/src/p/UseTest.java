package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var seen = new java.util.concurrent.LinkedBlockingQueue<Integer>();
        var timer = new java.util.Timer(true);
        timer.schedule(new java.util.TimerTask() {
            @Override
            public void run() {
                seen.add(A.f());
            }
        }, 0);
        assertEquals(1, (int) seen.take());
        timer.cancel();
    }
}
