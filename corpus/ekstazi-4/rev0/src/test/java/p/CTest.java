package p;

import junit.framework.TestCase;
import org.junit.Before;
import org.junit.Test;

public class CTest extends TestCase {
    private int before;

    @Before
    public void prepare() {
        before = 1;
    }

    public void testF() {
        assertEquals(1, new C().f() + before);
    }

    @Test
    public void neverRun() {
        fail("JUnit 3 does not run this");
    }
}
