package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        J j = () -> 1;
        assertEquals(2, j.g());
    }
}
