package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DTest {
    @Test
    public void test() {
        assertEquals(1, new D().value());
    }
}
