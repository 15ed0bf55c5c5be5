package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals("p.B", Q.o.getClass().getSuperclass().getSuperclass().getName());
    }
}
