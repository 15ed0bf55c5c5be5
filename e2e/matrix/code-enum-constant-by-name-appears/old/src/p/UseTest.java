package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            E.valueOf("B");
            fail();
        } catch (IllegalArgumentException expected) {
            // There is no B.
        }
    }
}
