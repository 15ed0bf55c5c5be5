package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("1\n", new String(UseTest.class.getClassLoader().getResourceAsStream("a.txt").readAllBytes()));
    }
}
