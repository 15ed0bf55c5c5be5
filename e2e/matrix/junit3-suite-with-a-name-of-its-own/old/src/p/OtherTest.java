package p;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

public class OtherTest {
    public static Test suite() {
        TestSuite suite = new TestSuite("all");
        suite.addTest(new TestSuite(Length.class));
        return suite;
    }

    public static class Length extends TestCase {
        public void testLength() {
            assertEquals(3, "abc".length());
        }
    }
}
