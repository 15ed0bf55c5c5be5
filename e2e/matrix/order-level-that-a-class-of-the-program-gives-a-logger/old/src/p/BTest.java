package p;
import static org.junit.Assert.*;
import org.junit.Test;
public class BTest {
    @Test public void t() throws Exception {
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        java.io.PrintStream out = System.out;
        System.setOut(new java.io.PrintStream(bytes, true));
        try { Log.log().info("x"); } finally { System.setOut(out); }
        assertEquals("1 x", bytes.toString().trim());
    }
}
