package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var set = new java.util.TreeSet<String>(new A());
        set.add("a");
        set.add("b");
        assertEquals("a", set.first());
    }
}
