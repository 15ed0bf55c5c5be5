package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals("1", Plugins.plugin().mark());
    }
}
