package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    static void help(A a) {}

    @Test
    public void t() throws Exception {
        assertTrue(true);
    }
}
