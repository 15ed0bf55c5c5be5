package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (A a = new A()) {
            assertEquals('x', a.read());
        }
        assertEquals(0, Seen.v);
    }
}
