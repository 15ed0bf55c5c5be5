package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Class.forName("p.A");
        assertEquals(1, G.v);
    }
}
