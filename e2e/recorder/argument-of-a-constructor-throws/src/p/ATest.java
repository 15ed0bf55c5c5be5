package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void makes() { Assertions.assertThrows(IllegalStateException.class, () -> new Made(bad())); }
    static int bad() { throw new IllegalStateException(); }
}
class Made { Made(int x) {} }
