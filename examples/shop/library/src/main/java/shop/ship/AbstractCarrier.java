package shop.ship;

import java.util.Objects;
import shop.Currency;
import shop.Money;

/** A carrier for one class of parcels up to a weight. */
public abstract class AbstractCarrier<P extends Parcel> implements Carrier<P> {
    private final Class<P> parcels;
    private final int heaviest;

    protected AbstractCarrier(Class<P> parcels, int heaviest) {
        this.parcels = Objects.requireNonNull(parcels);
        this.heaviest = heaviest;
    }

    @Override
    public boolean takes(Parcel parcel) {
        return parcels.isInstance(parcel) && parcel.grams() <= heaviest;
    }

    /** The price for a parcel of any kind that this carrier takes. */
    public final Money quoteAny(Parcel parcel) {
        if (!takes(parcel)) {
            throw new IllegalArgumentException(name() + " does not take a " + parcel.kind());
        }
        return quote(parcels.cast(parcel));
    }

    protected static Money cents(long minor) {
        return Money.ofMinor(minor, Currency.EUR);
    }
}
