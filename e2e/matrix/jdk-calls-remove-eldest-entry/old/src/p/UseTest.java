package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        A a = new A();
        a.put("k", "v");
        assertEquals(1, a.size());
    }
}
