package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class C1Test {
    @Test
    public void test() {
        assertEquals(1, new C2().f());
    }
}
