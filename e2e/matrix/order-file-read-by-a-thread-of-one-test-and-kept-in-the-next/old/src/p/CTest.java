package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class CTest {
    @Test
    public void t() throws Exception {
        Work.end();
        assertEquals(1, Cache.value());
    }
}
