package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Object o = new C();
        assertEquals(1, o instanceof B b ? b.f() : 0);
    }
}
