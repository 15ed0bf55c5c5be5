package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var method = A.class.getDeclaredMethod("f", int.class);
        assertEquals("x", ((An) method.getParameterAnnotations()[0][0]).value());
    }
}
