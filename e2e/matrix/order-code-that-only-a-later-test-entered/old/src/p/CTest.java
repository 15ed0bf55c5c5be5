package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class CTest {
    @Test
    public void t() {
        assertEquals(2, new Two().load());
    }
}
