package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("A[x=1]", String.valueOf(Class.forName("p.A").getDeclaredConstructors()[0].newInstance(1)));
    }
}
