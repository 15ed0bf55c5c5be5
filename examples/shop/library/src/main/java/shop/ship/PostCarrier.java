package shop.ship;

import shop.Money;

/** The post, which takes letters. */
public class PostCarrier extends AbstractCarrier<Parcel.Letter> {
    private static final int[] LIMITS = {20, 100, 250, Parcel.Letter.HEAVIEST};
    private static final long[] PRICES = {129L, 258L, 410L, 580L};

    public PostCarrier() {
        super(Parcel.Letter.class, Parcel.Letter.HEAVIEST);
    }

    @Override
    public String name() {
        return "post";
    }

    @Override
    public Money quote(Parcel.Letter letter) {
        int step = 0;
        while (letter.grams() > LIMITS[step]) {
            step++;
        }
        return cents(PRICES[step]);
    }
}
