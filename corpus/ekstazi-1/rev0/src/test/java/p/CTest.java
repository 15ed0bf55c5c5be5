package p;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

public class CTest extends TestCase {
    public static Test suite() {
        return new TestSuite(CTest.class);
    }

    public void testF() {
        assertEquals(1, new C().f());
    }
}
