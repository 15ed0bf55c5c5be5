package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void first() { Assertions.assertEquals(7, Shared.v); }
}
class Shared { static int v = Helper.x(); }
class Helper { static int x() { return Deeper.V + 1; } }
class Deeper { static final int V = Deepest.six(); }
class Deepest { static int six() { return 6; } }
