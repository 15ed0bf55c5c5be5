package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var list = new java.util.ArrayList<A>(java.util.List.of(new A(2), new A(1)));
        java.util.Collections.sort(list);
        assertEquals(1, list.get(0).k);
    }
}
