package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void reflection() throws Exception { Assertions.assertNotNull(System.class.getMethod("getProperties").invoke(null)); }
    @Test void builder() { Assertions.assertNotNull(new ProcessBuilder().environment()); }
}
