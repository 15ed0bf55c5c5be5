package p;

import static org.junit.Assert.*;

import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TestRule;

public class UseTest {
    @ClassRule
    public static final TestRule RULE = new Rule1();

    @Test
    public void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
