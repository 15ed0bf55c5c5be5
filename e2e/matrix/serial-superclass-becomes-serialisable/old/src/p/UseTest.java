package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        D d = new D();
        d.x = 5;
        assertEquals(1, ((D) Copy.of(d)).x);
    }
}
