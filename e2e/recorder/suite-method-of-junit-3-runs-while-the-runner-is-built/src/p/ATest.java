package p;

import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;

public class ATest extends TestCase {
    public static Test suite() { Data.make(); return new TestSuite(ATest.class); }
    public void testOne() { assertEquals(1, Helper.one()); }
}
class Data { static void make() {} }
class Helper { static int one() { return 1; } }
