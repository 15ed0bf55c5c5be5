package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments().contains("-Dzz=1"));
    }
}
