package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void variable() { Assertions.assertNull(System.getenv("TAMIS_FIXTURE_UNSET")); }
    @Test void property() { Assertions.assertNull(System.getProperty("tamis.fixture.unset")); }
    @Test void flag() { Assertions.assertFalse(Boolean.getBoolean("tamis.fixture.flag")); }
    @Test void number() { Assertions.assertEquals(3, Integer.getInteger("tamis.fixture.number", 3)); }
}
