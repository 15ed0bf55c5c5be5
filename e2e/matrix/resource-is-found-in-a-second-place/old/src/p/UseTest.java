package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(1, java.util.Collections.list(UseTest.class.getClassLoader().getResources("a.txt")).size());
    }
}
