package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        new Loop().start();
        Loop.IN.put("x");
        assertEquals(2, (int) Loop.OUT.take());
    }
}
