package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    static int x = A.f();

    @Test
    public void t() throws Exception {
        assertEquals(1, x);
    }
}
