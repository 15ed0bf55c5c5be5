package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void passes() {}
    @Test void fails() { Assertions.assertEquals(1, 2); }
    @Test void breaks() { throw new IllegalStateException("broken"); }
    @Test void assumes() { org.junit.jupiter.api.Assumptions.assumeTrue(false); }
    @org.junit.jupiter.api.Disabled @Test void disabled() {}
}
