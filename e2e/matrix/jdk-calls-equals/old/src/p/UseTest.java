package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertFalse(java.util.List.of(new A()).contains(new A()));
    }
}
