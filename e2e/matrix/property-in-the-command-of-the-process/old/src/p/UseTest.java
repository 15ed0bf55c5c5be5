package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue(String.join(" ", ProcessHandle.current().info().arguments().get()).contains("-Dzz=1"));
    }
}
