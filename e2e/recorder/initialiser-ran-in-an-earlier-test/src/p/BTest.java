package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void second() { Assertions.assertEquals(7, Shared.v); }
}
