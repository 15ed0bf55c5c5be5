package p;

public class ATest extends junit.framework.TestCase {
    public void testOne() { assertEquals(1, Helper.one()); }
    public void testFails() { fail("no"); }
}
class Helper { static int one() { return 1; } static int two() { return 2; } }
