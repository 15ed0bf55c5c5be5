package shop.price;

import shop.Money;

/** So many hundredths off, from a number of pieces on. */
public class BulkDiscount extends AbstractDiscount {
    private final int from;
    private final double percent;

    public BulkDiscount(int from, double percent) {
        super("bulk");
        this.from = from;
        this.percent = percent;
    }

    @Override
    protected Money reduction(Money price, int pieces) {
        return pieces >= from ? price.percent(percent) : price.minus(price);
    }
}
