package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void all() { Assertions.assertFalse(System.getenv().isEmpty()); Assertions.assertFalse(System.getProperties().isEmpty()); }
}
