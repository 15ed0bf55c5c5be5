package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class CTest {
    @Test void old() { Assertions.assertNull(System.setProperty("tamis.fixture.old", "x")); System.clearProperty("tamis.fixture.old"); }
    @Test void none() {}
}
