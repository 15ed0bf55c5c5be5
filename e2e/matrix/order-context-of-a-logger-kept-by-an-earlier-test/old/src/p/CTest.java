package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class CTest {
    @Test
    public void t() throws Exception {
        Login.ensure();
        assertEquals("1", Login.user());
    }
}
