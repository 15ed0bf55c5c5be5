package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MoneyTest {
    @Test
    void writesEachCurrencyItsOwnWay() {
        assertEquals("12.05 \u20ac", Money.of(12.05, Currency.EUR).toString());
        assertEquals("\u00a30.99", Money.ofMinor(99, Currency.GBP).toString());
        assertEquals("\u00a5250", Money.of(250, Currency.JPY).toString());
        assertEquals("-3.00 \u20ac", Money.ofMinor(-300, Currency.EUR).toString());
    }

    @Test
    void addsAndSubtracts() {
        Money a = Goods.euros(1.10);
        Money b = Goods.euros(0.90);
        assertEquals(Goods.euros(2), a.plus(b));
        assertEquals(Goods.euros(0.20), a.minus(b));
        assertEquals(Goods.euros(3.30), Money.sum(Currency.EUR, a, a, a));
        assertTrue(b.minus(a).isNegative());
    }

    @Test
    void roundsHalfUp() {
        assertEquals(Goods.euros(0.13), Goods.euros(0.25).percent(50));
        assertEquals(Goods.euros(0.12), Goods.euros(0.24).percent(50));
    }

    @Test
    void doesNotMixCurrencies() {
        Money pounds = Money.of(1, Currency.GBP);
        assertThrows(IllegalArgumentException.class, () -> Money.NOTHING.plus(pounds));
        assertFalse(Money.NOTHING.equals(Money.of(0, Currency.GBP)));
    }

    @Test
    void refusesAmountsNobodyHas() {
        assertThrows(ArithmeticException.class, () -> Money.ofMinor(Long.MAX_VALUE, Currency.EUR));
    }
}
