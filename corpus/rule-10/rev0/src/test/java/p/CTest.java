package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CTest {
    @Test
    public void test() {
        assertEquals(1, new C().value());
    }
}
