package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        A.x = 3;
        assertEquals(1, G.v);
    }
}
