package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        byte[] bytes = UseTest.class.getResourceAsStream("A.class").readAllBytes();
        var a = (java.util.function.IntSupplier) new Define().define(bytes).getConstructor().newInstance();
        assertEquals(1, a.getAsInt());
    }
}
