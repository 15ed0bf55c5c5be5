package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void child() throws Exception { Assertions.assertEquals(0, new ProcessBuilder("true").start().waitFor()); }
}
