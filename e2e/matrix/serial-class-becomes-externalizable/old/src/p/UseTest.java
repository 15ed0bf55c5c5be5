package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    static D set(D d, int x) {
        d.x = x;
        return d;
    }

    @Test
    public void t() throws Exception {
        assertEquals(5, ((D) Copy.of(set(new D(), 5))).x);
    }
}
