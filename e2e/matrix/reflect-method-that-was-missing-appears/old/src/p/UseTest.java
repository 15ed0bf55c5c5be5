package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            A.class.getMethod("f");
            fail();
        } catch (NoSuchMethodException expected) {
            // There is no f.
        }
    }
}
