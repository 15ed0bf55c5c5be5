package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shop.price.LoyaltyDiscount;
import shop.price.PercentDiscount;

class CartTest {
    private Cart cart;

    @BeforeEach
    void fill() {
        cart = new Cart().add(Goods.BREAD, 2).add(Goods.KITE, 1);
    }

    @Test
    void sumsItsLines() {
        assertEquals(Goods.euros(24.15), cart.subtotal());
        assertEquals(cart.subtotal(), cart.total());
    }

    @Test
    void putsTheSameProductOnOneLine() {
        cart.add(Goods.BREAD, 3);
        assertEquals(2, cart.lines().size());
        assertEquals(6, cart.pieces());
        assertEquals(3, cart.changes());
    }

    @Test
    void appliesItsRuleToTheTotal() {
        cart.with(new PercentDiscount(10));
        assertEquals(Goods.euros(24.15), cart.subtotal());
        assertEquals(Goods.euros(21.73), cart.total());
    }

    @Test
    void rewardsLoyalty() {
        assertEquals(Goods.euros(23.67), cart.with(new LoyaltyDiscount(2)).total());
    }

    @Test
    void removesByNumber() {
        assertTrue(cart.remove("B-001"));
        assertFalse(cart.remove("B-001"));
        assertEquals(Goods.euros(17.75), cart.total());
    }

    @Test
    void refusesLessThanOnePiece() {
        assertThrows(IllegalArgumentException.class, () -> cart.add(Goods.POEMS, 0));
    }

    @Test
    void weighsWhatIsInIt() {
        assertEquals(1900, cart.grams());
    }
}
