package p;

import static org.junit.Assert.*;

import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TestRule;

public class UseTest {
    @Rule
    public final TestRule rule = new Rule1();

    @Test
    public void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
