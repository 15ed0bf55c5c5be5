package p;

import static org.junit.Assert.*;

import java.util.Date;
import java.util.TimeZone;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        TimeZone.setDefault(TimeZone.getTimeZone(A.f()));
    }
}
