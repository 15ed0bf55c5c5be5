package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Box<?> box = new C();
        assertEquals("1", box.show());
    }
}
