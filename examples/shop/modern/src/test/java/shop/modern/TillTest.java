package shop.modern;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class TillTest {
    @Test
    public void smallCoinsAreNotAskedFor() {
        var till = Till.ofThisShop();
        assertEquals("north", till.name());
        assertEquals(0, till.rounded(1992) % till.rounding());
    }
}
