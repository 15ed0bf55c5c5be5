package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        if (!(org.apache.logging.log4j.LogManager.getFactory() instanceof Names)) {
            Setup.install();
        }
        assertEquals("1", org.apache.logging.log4j.LogManager.getFactory().toString());
    }
}
