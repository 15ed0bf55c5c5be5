package shop.price;

import shop.Money;

/** So many hundredths off, whatever is bought. */
public class PercentDiscount extends AbstractDiscount {
    private final double percent;

    public PercentDiscount(double percent) {
        this("percent", percent);
    }

    protected PercentDiscount(String name, double percent) {
        super(name);
        if (percent < 0.0 || percent > 100.0) {
            throw new IllegalArgumentException("a discount of " + percent + "% makes no sense");
        }
        this.percent = percent;
    }

    @Override
    protected Money reduction(Money price, int pieces) {
        return price.percent(percent);
    }
}
