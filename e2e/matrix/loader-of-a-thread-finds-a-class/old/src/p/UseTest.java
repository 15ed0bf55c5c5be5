package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var a = Thread.currentThread().getContextClassLoader().loadClass("p.A").getConstructor().newInstance();
        assertEquals(1, ((java.util.function.IntSupplier) a).getAsInt());
    }
}
