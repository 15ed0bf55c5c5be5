package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CTest {
    @Test
    public void test() {
        int got;
        try {
            got = C.f();
        } catch (ExceptionInInitializerError error) {
            got = -1;
        }
        assertEquals(-1, got);
    }
}
