package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("p", A.class.getPackageName());
        assertFalse(A.class.getModule().isNamed());
        assertFalse(A.class.isRecord());
    }
}
