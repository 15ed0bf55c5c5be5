package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("[X, Y]", java.util.Arrays.toString((Object[]) Class.forName("p.A").getMethod("values").invoke(null)));
    }
}
