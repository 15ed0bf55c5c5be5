package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        int[] seen = new int[1];
        Thread.ofVirtual().start(() -> seen[0] = A.f()).join();
        assertEquals(1, seen[0]);
    }
}
