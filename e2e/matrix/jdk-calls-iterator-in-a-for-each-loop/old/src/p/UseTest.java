package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        A a = new A();
        a.add("x");
        int count = 0;
        for (String s : a) {
            count++;
        }
        assertEquals(1, count);
    }
}
