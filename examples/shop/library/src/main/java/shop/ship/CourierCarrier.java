package shop.ship;

import shop.Money;

/** A courier, who takes boxes and is quick. */
public class CourierCarrier extends AbstractCarrier<Parcel.Box> {
    public CourierCarrier() {
        super(Parcel.Box.class, 30_000);
    }

    @Override
    public String name() {
        return "courier";
    }

    @Override
    public Money quote(Parcel.Box box) {
        return cents(450 + 15L * box.litres() + box.grams() / 100);
    }

    @Override
    public int days() {
        return 1;
    }
}
