package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        Loop.IN.put("abc");
        assertEquals(6, (int) Loop.OUT.take());
    }
}
