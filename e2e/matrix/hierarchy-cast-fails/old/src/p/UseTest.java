package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Object o = new C();
        I i = (I) o;
        assertSame(o, i);
    }
}
