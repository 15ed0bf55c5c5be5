package p;

import org.testng.Assert;
import org.testng.annotations.Test;

public class ATest {
    @Test public void fails() { Assert.fail("no"); }
    @Test(dependsOnMethods = "fails") public void depends() { Data.never(); }
    @Test(dependsOnMethods = "depends") public void dependsOnThat() { Data.never(); }
    @Test public void alone() { Data.used(); }
}
class Data { static void used() {} static void never() {} }
