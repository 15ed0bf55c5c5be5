package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void a() { Assertions.assertEquals(1, Bean.class.getDeclaredMethods().length); }
}
class Bean { void one() {} }
class Constructed { }
class Fielded { int x; }
