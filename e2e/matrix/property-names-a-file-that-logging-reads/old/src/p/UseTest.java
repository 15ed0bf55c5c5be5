package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(java.util.logging.Level.FINE, java.util.logging.Logger.getLogger("p.x").getParent().getLevel());
    }
}
