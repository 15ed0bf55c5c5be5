package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        A a = new A();
        a.start();
        a.join();
        assertEquals(0, Seen.v);
    }
}
