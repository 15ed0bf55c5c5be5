package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        A a = new A();
        a.add("b");
        a.add("a");
        java.util.Collections.sort(a);
        assertEquals("a", a.get(0));
    }
}
