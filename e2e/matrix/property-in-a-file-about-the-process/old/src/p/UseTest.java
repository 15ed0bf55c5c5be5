package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue(new String(java.nio.file.Files.readAllBytes(java.nio.file.Path.of("/proc/self/cmdline"))).contains("-Dzz=1"));
    }
}
