package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void first() { Assertions.assertThrows(ExceptionInInitializerError.class, () -> new Failing()); }
}
class Failing { static { Helper.boom(); } }
class Helper { static void boom() { throw new IllegalStateException(); } }
