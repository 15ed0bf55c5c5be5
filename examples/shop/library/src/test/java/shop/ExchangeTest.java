package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ExchangeTest {
    private int asked;
    private final Exchange exchange = new Exchange(this::rate, 400);

    @Test
    void convertsThroughEuros() {
        assertEquals(Money.of(1640, Currency.JPY), exchange.convert(Goods.euros(10), Currency.JPY));
        assertEquals(Goods.euros(5), exchange.convert(Money.of(4, Currency.GBP), Currency.EUR));
        assertEquals(Money.of(0, Currency.JPY), exchange.convert(Money.of(0, Currency.GBP), Currency.JPY));
    }

    @Test
    void asksOnlyOnceInAWhile() {
        Exchange patient = new Exchange(this::rate, 3_600_000);
        for (int i = 0; i < 50; i++) {
            patient.convert(Goods.euros(i), Currency.GBP);
        }
        assertEquals(1, asked);
    }

    @Test
    void asksAgainWhenTheRateIsOld() {
        exchange.convert(Goods.euros(1), Currency.GBP);
        Pause.real().millis(900);
        exchange.convert(Goods.euros(1), Currency.GBP);
        assertEquals(2, asked);
    }

    @Test
    void refusesRatesThatAreNone() {
        Exchange broken = new Exchange(currency -> Double.NaN, 400);
        assertThrows(IllegalArgumentException.class, () -> broken.convert(Goods.euros(1), Currency.JPY));
    }

    private double rate(Currency currency) {
        asked++;
        return currency == Currency.GBP ? 0.8 : 164.0;
    }
}
