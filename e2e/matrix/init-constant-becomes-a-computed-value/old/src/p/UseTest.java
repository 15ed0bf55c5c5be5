package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        int x = K.X;
        assertEquals(0, G.v);
    }
}
