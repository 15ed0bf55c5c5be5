package shop.price;

import shop.Money;

/** One hundredth off for every year as a customer, up to a limit, and never on single pieces. */
public class LoyaltyDiscount extends PercentDiscount {
    private static final int MOST_YEARS = 10;

    private final int years;

    public LoyaltyDiscount(int years) {
        super("loyalty", Math.min(years, MOST_YEARS));
        this.years = years;
    }

    @Override
    protected Money reduction(Money price, int pieces) {
        Money full = super.reduction(price, pieces);
        return pieces > 1 ? full : full.minus(full);
    }

    @Override
    public String describe() {
        return super.describe() + ", " + years + (years == 1 ? " year" : " years");
    }
}
