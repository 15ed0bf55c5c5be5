package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void found() { Assertions.assertNotNull(ATest.class.getResource("/found.txt")); }
    @Test void missed() { Assertions.assertNull(ATest.class.getResource("/missed.txt")); }
    @Test void stream() throws Exception { try (java.io.InputStream in = ATest.class.getResourceAsStream("/stream.txt")) { Assertions.assertNotNull(in); } }
    @Test void listed() throws Exception { Assertions.assertTrue(ATest.class.getClassLoader().getResources("listed.txt").hasMoreElements()); }
    @Test void service() { for (Runnable each : java.util.ServiceLoader.load(Runnable.class)) each.run(); }
    @Test void bundle() { Assertions.assertEquals("b", java.util.ResourceBundle.getBundle("words").getString("a")); }
}
