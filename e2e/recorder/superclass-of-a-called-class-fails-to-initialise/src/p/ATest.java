package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void calls() { Assertions.assertThrows(ExceptionInInitializerError.class, C::m); }
}
class D { static { if (Flag.ON) throw new IllegalStateException(); } }
class Flag { static boolean ON = true; }
class C extends D { static void m() {} }
