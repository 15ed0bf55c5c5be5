package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("arg0", A.class.getDeclaredMethod("f", int.class).getParameters()[0].getName());
    }
}
