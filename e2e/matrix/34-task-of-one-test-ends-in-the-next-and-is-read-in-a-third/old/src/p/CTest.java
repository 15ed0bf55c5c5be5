package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class CTest {
    @Test
    public void t() throws Exception {
        assertEquals(Integer.valueOf(1), Shared.task.get());
    }
}
