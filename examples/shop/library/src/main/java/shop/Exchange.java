package shop;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Turns money into other money, at a rate that is asked for anew after a while. */
public class Exchange {
    private final ToDoubleFunction<Currency> feed;
    private final long freshMillis;
    private final Map<Currency, Rate> rates = new EnumMap<>(Currency.class);

    /** The feed says how much of a currency one euro is. */
    public Exchange(ToDoubleFunction<Currency> feed, long freshMillis) {
        this.feed = feed;
        this.freshMillis = freshMillis;
    }

    public Money convert(Money money, Currency to) {
        if (money.currency() == to) {
            return money;
        }
        double euros = money.minor() / (double) money.currency().scale() / rate(money.currency());
        return Money.of(euros * rate(to), to);
    }

    private double rate(Currency currency) {
        if (currency == Currency.EUR) {
            return 1.0;
        }
        Rate known = rates.get(currency);
        if (known == null || known.ageMillis() >= freshMillis) {
            known = new Rate(feed.applyAsDouble(currency));
            rates.put(currency, known);
        }
        return known.value;
    }

    private static final class Rate {
        private final double value;
        private final long asked = System.nanoTime();

        Rate(double value) {
            if (!(value > 0.0)) {
                throw new IllegalArgumentException("no rate: " + value);
            }
            this.value = value;
        }

        long ageMillis() {
            return (System.nanoTime() - asked) / 1_000_000L;
        }
    }
}
