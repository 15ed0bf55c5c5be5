package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            throw new A();
        } catch (RuntimeException e) {
            assertEquals("p.A: a", e.toString());
        }
    }
}
