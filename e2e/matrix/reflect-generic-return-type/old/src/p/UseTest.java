package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("java.util.List<java.lang.String>", A.class.getDeclaredMethod("f").getGenericReturnType().getTypeName());
    }
}
