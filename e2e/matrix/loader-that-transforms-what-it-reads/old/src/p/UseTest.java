package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        byte[] bytes = UseTest.class.getResourceAsStream("A.class").readAllBytes();
        String text = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).replace("abc", "xyz");
        var a = new Define().define(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)).getConstructor().newInstance();
        assertEquals("xyz", ((java.util.function.Supplier<?>) a).get());
    }
}
