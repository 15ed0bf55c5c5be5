package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertTrue(((Object) new A()) instanceof java.util.RandomAccess);
    }
}
