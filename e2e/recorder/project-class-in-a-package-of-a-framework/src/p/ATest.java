package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.mine.Helper;

class ATest {
    @Test void f() { Assertions.assertEquals(3, Helper.f()); }
}
