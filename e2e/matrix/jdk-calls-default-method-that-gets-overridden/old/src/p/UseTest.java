package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var split = java.util.Spliterators.spliteratorUnknownSize(new A(), 0);
        assertEquals(1, java.util.stream.StreamSupport.stream(split, false).count());
    }
}
