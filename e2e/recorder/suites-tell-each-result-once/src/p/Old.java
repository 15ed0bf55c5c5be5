package p;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class Old {
    /** Runs while the suite is discovered. */
    @Parameterized.Parameters public static Object[] parameters() { return Data.parameters(); }
    @Parameterized.Parameter public int parameter;
    @Test public void old() {}
}
class Data { static Object[] parameters() { return new Object[] {7}; } }
