package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void reads() throws Exception {
        try (java.io.InputStream in = ATest.class.getResourceAsStream("Other.class")) {
            Assertions.assertEquals(0xCA, in.read());
        }
    }
}
class Other { }
