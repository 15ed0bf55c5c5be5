package p;

import org.testng.Assert;
import org.testng.SkipException;
import org.testng.annotations.*;

public class ATest {
    @BeforeClass public void once() { Data.once(); }
    @DataProvider public Object[][] values() { return Data.values(); }
    @Test(dataProvider = "values") public void provided(int value) { Assert.assertTrue(value > 0); }
    @Test public void fails() { Assert.fail("no"); }
    @Test public void skips() { throw new SkipException("not now"); }
}
class Data {
    static void once() {}
    static Object[][] values() { return new Object[][] {{1}, {2}}; }
    static void suite() {}
    static void b() {}
}
