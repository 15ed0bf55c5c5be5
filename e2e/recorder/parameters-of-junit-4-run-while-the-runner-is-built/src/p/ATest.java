package p;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class ATest {
    @Parameterized.Parameters public static Object[] data() { return Data.make(); }
    public ATest(Object value) {}
    @Test public void t() {}
}
class Data { static Object[] make() { return new Object[] {1, 2}; } }
