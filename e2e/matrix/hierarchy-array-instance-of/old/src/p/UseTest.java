package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Object o = new C[0];
        assertTrue(o instanceof B[]);
    }
}
