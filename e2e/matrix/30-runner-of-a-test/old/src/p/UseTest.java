package p;

import static org.junit.Assert.*;

import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(MyRunner.class)
public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
