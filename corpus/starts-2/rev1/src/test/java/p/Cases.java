package p;

import junit.framework.TestCase;

public class Cases extends TestCase {
    public void testF() {
        assertEquals(1, new C().f());
    }
}
