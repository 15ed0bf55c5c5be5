package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void b() { Assertions.assertFalse(Helper.has()); }
}
