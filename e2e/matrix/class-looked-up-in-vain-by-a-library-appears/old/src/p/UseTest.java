package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("none", q.Lib.find("p.Opt"));
    }
}
