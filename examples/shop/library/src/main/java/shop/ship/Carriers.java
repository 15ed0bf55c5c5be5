package shop.ship;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import shop.Money;
import shop.Cart;

/** All carriers on the class path. */
public class Carriers {
    private static final Carrier<Parcel> PICK_UP = new Carrier<Parcel>() {
        @Override
        public String name() {
            return "pick-up at the shop";
        }

        @Override
        public boolean takes(Parcel parcel) {
            return true;
        }

        @Override
        public Money quote(Parcel parcel) {
            return Money.NOTHING;
        }

        @Override
        public int days() {
            return 0;
        }
    };

    private final List<AbstractCarrier<?>> carriers = new ArrayList<>();

    public Carriers() {
        for (Carrier<?> carrier : ServiceLoader.load(Carrier.class)) {
            if (carrier instanceof AbstractCarrier) {
                carriers.add((AbstractCarrier<?>) carrier);
            }
        }
    }

    /** The first carrier that takes the parcel, or pick-up. */
    public Carrier<?> choose(Parcel parcel) {
        for (AbstractCarrier<?> carrier : carriers) {
            if (carrier.takes(parcel)) {
                return carrier;
            }
        }
        return PICK_UP;
    }

    /** What sending the cart costs, free from an amount on. */
    public Money cost(Cart cart, Money freeAbove) {
        if (cart.total().compareTo(freeAbove) >= 0) {
            return Money.NOTHING;
        }
        Parcel parcel = Parcel.packed(cart.grams());
        Carrier<?> carrier = choose(parcel);
        return carrier instanceof AbstractCarrier
                ? ((AbstractCarrier<?>) carrier).quoteAny(parcel)
                : PICK_UP.quote(parcel);
    }
}
