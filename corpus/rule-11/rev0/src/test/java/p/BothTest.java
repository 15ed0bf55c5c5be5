package p;

import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class BothTest {
    @Test
    public void test() {
        assertTrue(new C().value() + new D().value() < 10);
    }
}
