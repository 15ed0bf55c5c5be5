package shop.price;

import shop.Money;

/** A rule that takes something off, and never more than there is. */
public abstract class AbstractDiscount implements PriceRule {
    private final String name;

    protected AbstractDiscount(String name) {
        this.name = name;
    }

    @Override
    public final Money apply(Money price, int pieces) {
        Money off = reduction(price, pieces);
        return off.compareTo(price) > 0 ? price.minus(price) : price.minus(off);
    }

    /** How much to take off. */
    protected abstract Money reduction(Money price, int pieces);

    @Override
    public String describe() {
        return name + " discount";
    }
}
