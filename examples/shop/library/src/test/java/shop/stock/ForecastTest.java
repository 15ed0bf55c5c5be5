package shop.stock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ForecastTest {
    private final Forecast forecast = new Forecast(3);

    @Test
    void looksAtTheLastDays() {
        assertEquals(0, forecast.perDay());
        assertEquals(5, forecast.perDay(5));
        assertEquals(4, forecast.perDay(90, 3, 4, 4));
    }

    @Test
    void moreStockIsLessRisk() {
        double little = forecast.risk(40, day -> day < 5 ? 5 : 10, 1_000_000, 7);
        double much = forecast.risk(60, day -> day < 5 ? 5 : 10, 1_000_000, 7);
        assertTrue(much < little);
        assertEquals(0.0, forecast.risk(1000, day -> 5, 1000, 7));
    }
}
