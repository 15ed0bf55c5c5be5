package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(0xCAFEBABE, new java.io.DataInputStream(UseTest.class.getResourceAsStream("A.class")).readInt());
        assertFalse(new String(UseTest.class.getResourceAsStream("A.class").readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1).contains("hidden"));
    }
}
