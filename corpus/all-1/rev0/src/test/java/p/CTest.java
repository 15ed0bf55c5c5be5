package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CTest {
    @Test
    public void test() throws Exception {
        try (java.io.InputStream in = CTest.class.getResourceAsStream("/s.txt")) {
            assertEquals('0' + new C().f(), in.read());
        }
    }
}
