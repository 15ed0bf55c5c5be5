package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        java.util.Locale before = java.util.Locale.getDefault();
        java.util.Locale.setDefault(new java.util.Locale(A.f()));
        try {
            assertNotNull(Config.get());
        } finally {
            java.util.Locale.setDefault(before);
        }
    }
}
