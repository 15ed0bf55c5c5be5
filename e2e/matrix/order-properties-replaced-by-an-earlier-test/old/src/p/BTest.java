package p;

import static org.junit.Assert.*;

import java.util.Properties;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals("1", System.getProperty("p.key"));
    }
}
