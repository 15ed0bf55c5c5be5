package p;

import static org.junit.Assert.*;

import org.junit.BeforeClass;
import org.junit.Test;

public class UseTest {
    static int x;

    @BeforeClass
    public static void setUp() {
        x = A.f();
    }

    @Test
    public void t() throws Exception {
        assertEquals(1, x);
    }
}
