package p;

import org.testng.annotations.*;

public class BTest {
    @BeforeSuite public void suite() { Data.suite(); }
    @Test public void b() { Data.b(); }
}
