package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        String name = new String(UseTest.class.getResourceAsStream("name.txt").readAllBytes()).trim();
        assertEquals("A", Class.forName(name).getConstructor().newInstance().toString());
    }
}
