package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(100, java.util.stream.IntStream.range(0, 100).parallel().map(i -> A.f()).sum());
    }
}
