package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CTest {
    @Test
    public void test() throws Exception {
        Class.forName("org.h2.Driver");
        assertEquals(1, new C().f());
    }
}
