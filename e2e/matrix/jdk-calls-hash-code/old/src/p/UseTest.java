package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var set = new java.util.HashSet<Object>();
        set.add(new A());
        set.add(new A());
        assertEquals(2, set.size());
    }
}
