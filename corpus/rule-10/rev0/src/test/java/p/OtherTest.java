package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class OtherTest {
    @Test
    public void test() {
        assertEquals(4, new Other().four());
    }
}
