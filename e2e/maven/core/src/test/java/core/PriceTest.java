package core;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class PriceTest {
    @Test
    public void piecesCost() {
        assertEquals(6, Price.of(2, 3));
        assertEquals("EUR", System.getProperty("currency"));
    }
}
