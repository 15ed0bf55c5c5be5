package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest extends q.Base {
    @Test
    public void t() throws Exception {
        assertEquals(1, x);
    }
}
