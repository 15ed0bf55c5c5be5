package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue(Runtime.getRuntime().maxMemory() < 100_000_000);
    }
}
