package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class XTest {
    @Test
    public void test() {
        assertEquals(1, new X().f());
    }
}
