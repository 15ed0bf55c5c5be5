package p;

import static org.testng.Assert.*;

import org.testng.annotations.Test;

public class UseTest extends Base {
    @Test
    public void t() {
        assertEquals(Flag.v, 1);
    }
}
