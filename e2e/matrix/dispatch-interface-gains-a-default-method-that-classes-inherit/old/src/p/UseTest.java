package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        int count = 0;
        for (var method : A.class.getMethods()) {
            count += method.getName().equals("f") ? 1 : 0;
        }
        assertEquals(0, count);
    }
}
