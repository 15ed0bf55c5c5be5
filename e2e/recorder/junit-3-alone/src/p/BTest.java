package p;

public class BTest extends junit.framework.TestCase {
    public void testTwo() { assertEquals(2, Helper.two()); }
}
