package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() {
        Number.next(false);
        assertEquals(102, Number.now());
    }
}
