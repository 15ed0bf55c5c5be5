package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue("1".equals(java.lang.management.ManagementFactory.getRuntimeMXBean().getSystemProperties().get("zz")));
    }
}
