package p;

import static org.junit.Assert.*;

import java.util.Date;
import java.util.TimeZone;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals(1, new Date(3_600_000L).getHours());
    }
}
