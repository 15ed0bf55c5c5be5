package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() {
        assertEquals(1, Cache.get(new One()));
    }
}
