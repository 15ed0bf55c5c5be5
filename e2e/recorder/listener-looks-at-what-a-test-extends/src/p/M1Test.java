package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class M1Test {
    @Test void a() { Assertions.assertEquals("1", System.getProperty("p.count")); }
}
