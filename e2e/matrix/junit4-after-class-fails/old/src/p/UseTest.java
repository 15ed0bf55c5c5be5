package p;

import static org.junit.Assert.*;

import org.junit.AfterClass;
import org.junit.Test;

public class UseTest {
    @AfterClass
    public static void tearDown() {
        assertEquals(1, A.f());
    }

    @Test
    public void t() throws Exception {
        assertTrue(true);
    }
}
