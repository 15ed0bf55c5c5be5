package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var field = A.class.getDeclaredField("x");
        field.setAccessible(true);
        assertEquals(1, field.getInt(new A()));
    }
}
