package core;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class DiscountTest {
    @Test
    public void reduces() {
        assertEquals(90, Price.reduced(100, 10));
    }
}
