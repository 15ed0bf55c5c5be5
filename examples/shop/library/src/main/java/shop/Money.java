package shop;

import java.io.Serializable;
import shop.meta.Label;

/** An amount in one currency, held in minor units. */
@Label(value = "money", audience = Label.Audience.CUSTOMER, related = {Currency.class})
public final class Money implements Comparable<Money>, Serializable {
    /** Nothing, in the currency of the house. */
    public static final Money NOTHING = new Money(0, Currency.EUR);

    private static final long serialVersionUID = 1L;
    private static final long LARGEST = 9_000_000_000_000_000L;
    private static final double HUNDRED = 100.0;

    private final long minor;
    private final Currency currency;

    private Money(long minor, Currency currency) {
        if (minor > LARGEST || minor < -LARGEST) {
            throw new ArithmeticException("amount too large: " + minor);
        }
        this.minor = minor;
        this.currency = currency;
    }

    public static Money of(double amount, Currency currency) {
        return new Money(Math.round(amount * currency.scale()), currency);
    }

    public static Money ofMinor(long minor, Currency currency) {
        return new Money(minor, currency);
    }

    /** The sum of the parts, which are all in the given currency. */
    public static Money sum(Currency currency, Money... parts) {
        Money sum = new Money(0, currency);
        for (Money part : parts) {
            sum = sum.plus(part);
        }
        return sum;
    }

    public long minor() {
        return minor;
    }

    public Currency currency() {
        return currency;
    }

    public boolean isNegative() {
        return minor < 0L;
    }

    public Money plus(Money other) {
        return new Money(Math.addExact(minor, same(other).minor), currency);
    }

    public Money minus(Money other) {
        return new Money(Math.subtractExact(minor, same(other).minor), currency);
    }

    public Money times(int count) {
        return new Money(Math.multiplyExact(minor, (long) count), currency);
    }

    /** This many hundredths of the amount, rounded half up. */
    public Money percent(double percent) {
        return new Money(Math.round(minor * percent / HUNDRED), currency);
    }

    private Money same(Money other) {
        if (other.currency != currency) {
            throw new IllegalArgumentException("cannot mix " + currency + " and " + other.currency);
        }
        return other;
    }

    @Override
    public int compareTo(Money other) {
        return Long.compare(minor, same(other).minor);
    }

    @Override
    public boolean equals(Object object) {
        if (!(object instanceof Money)) {
            return false;
        }
        Money other = (Money) object;
        return minor == other.minor && currency == other.currency;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(minor) * 31 + currency.ordinal();
    }

    @Override
    public String toString() {
        return currency.format(minor);
    }
}
