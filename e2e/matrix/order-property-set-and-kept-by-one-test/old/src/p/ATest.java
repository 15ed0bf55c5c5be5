package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        System.setProperty("p.mode", A.f());
        try {
            assertNotNull(Config.get());
        } finally {
            System.clearProperty("p.mode");
        }
    }
}
