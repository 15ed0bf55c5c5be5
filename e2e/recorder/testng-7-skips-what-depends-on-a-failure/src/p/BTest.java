package p;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class BTest {
    @BeforeClass public void breaks() { throw new IllegalStateException("no"); }
    @Test public void b() {}
}
