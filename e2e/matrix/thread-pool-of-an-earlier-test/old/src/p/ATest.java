package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        assertEquals(3, (int) Pool.IT.submit(() -> 3).get());
    }
}
