package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void reads() { Assertions.assertEquals(0, Plain.x); }
}
class Plain { static int x; }
class Other { static int x; }
