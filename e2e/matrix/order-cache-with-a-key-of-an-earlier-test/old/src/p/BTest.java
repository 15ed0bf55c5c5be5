package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void computesOneAndPicksUpAnother() {
        assertEquals(5, Prices.of("b"));
        assertEquals(1, Prices.of("a"));
    }
}
