package p;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class OtherTest {
    @Test
    public void t() {
        assertEquals("abc".length(), 3);
    }
}
