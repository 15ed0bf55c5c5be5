package p;

import static org.testng.Assert.*;

import org.testng.annotations.Test;

public class BTest {
    @Test
    public void t() {
        assertEquals(B.f(), 1);
    }
}
