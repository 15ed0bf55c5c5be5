package p;

import static org.testng.Assert.*;

import org.testng.annotations.Test;

public class UseTest {
    @Test
    public void t() {
        assertEquals(A.f(), 1);
    }
}
