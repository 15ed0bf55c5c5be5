package p;

import static org.testng.Assert.*;

import org.testng.annotations.Test;

@org.testng.annotations.Listeners(Listen.class)
public class UseTest {
    @Test
    public void t() {
        assertEquals(Flag.v, 1);
    }
}
