package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void sub() { Assertions.assertThrows(ExceptionInInitializerError.class, Sub::f); }
}
class Sup { static { Bad.boom(); } }
class Bad { static void boom() { throw new IllegalStateException(); } }
class Sub extends Sup { static void f() {} }
