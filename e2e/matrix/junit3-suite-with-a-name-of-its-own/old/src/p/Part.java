package p;

import junit.framework.TestCase;

public class Part extends TestCase {
    public void testF() {
        assertEquals(1, A.f());
    }
}
