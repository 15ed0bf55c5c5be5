package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            A.f(null);
            fail();
        } catch (NullPointerException e) {
            assertTrue(e.getMessage().contains("local"));
        }
    }
}
