package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        int[] seen = new int[1];
        Thread thread = new Thread(() -> seen[0] = A.f());
        thread.start();
        thread.join();
        assertEquals(1, seen[0]);
    }
}
