package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        String zone = System.getProperty("user.timezone");
        assertTrue(zone, zone != null && !zone.isEmpty());
    }
}
