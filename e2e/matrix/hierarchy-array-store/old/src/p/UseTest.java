package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Object[] all = new B[1];
        Object o = new C();
        all[0] = o;
        assertSame(o, all[0]);
    }
}
