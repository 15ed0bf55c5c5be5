package p;

import static org.junit.Assert.*;

import java.util.Locale;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals("I", "i".toUpperCase());
    }
}
