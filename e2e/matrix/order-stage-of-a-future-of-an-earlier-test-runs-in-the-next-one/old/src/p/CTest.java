package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class CTest {
    @Test
    public void t() throws Exception {
        Cache.finish();
        assertEquals(1, Cache.get());
    }
}
