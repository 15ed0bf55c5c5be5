package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        byte[] bytes = UseTest.class.getResourceAsStream("A.class").readAllBytes();
        var a = java.lang.invoke.MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
        assertEquals(1, ((java.util.function.IntSupplier) a.getConstructor().newInstance()).getAsInt());
    }
}
