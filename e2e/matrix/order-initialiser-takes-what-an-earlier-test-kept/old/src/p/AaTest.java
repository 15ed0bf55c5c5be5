package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class AaTest {
    @Test
    public void t() throws Exception {
        assertTrue(Fixed.NUMBER > 0);
    }
}
