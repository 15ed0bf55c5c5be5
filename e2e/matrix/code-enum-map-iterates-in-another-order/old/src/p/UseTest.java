package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var map = new java.util.EnumMap<E, String>(E.class);
        map.put(E.A, "a");
        map.put(E.B, "b");
        assertEquals("{A=a, B=b}", map.toString());
    }
}
