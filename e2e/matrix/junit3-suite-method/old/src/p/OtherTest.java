package p;

import junit.framework.TestCase;

public class OtherTest extends TestCase {
    public void testLength() {
        assertEquals(3, "abc".length());
    }
}
