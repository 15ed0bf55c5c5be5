package shop.price;

import shop.Money;

/** Turns the price of some pieces into the price to pay. */
@FunctionalInterface
public interface PriceRule {
    Money apply(Money price, int pieces);

    /** A rule that leaves every price alone. */
    static PriceRule none() {
        return (price, pieces) -> price;
    }

    /** This rule first, then the other one on what is left. */
    default PriceRule andThen(PriceRule other) {
        return (price, pieces) -> other.apply(apply(price, pieces), pieces);
    }

    /** The same rule with a text for the receipt. */
    default PriceRule named(String text) {
        return new PriceRule() {
            @Override
            public Money apply(Money price, int pieces) {
                return PriceRule.this.apply(price, pieces);
            }

            @Override
            public String describe() {
                return text;
            }
        };
    }

    /** What the receipt calls this rule. */
    default String describe() {
        return "";
    }
}
