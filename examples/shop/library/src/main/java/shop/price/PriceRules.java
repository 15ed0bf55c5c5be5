package shop.price;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import shop.Money;

/** Rules made of rules. */
public final class PriceRules {
    /** On the last day of a season everything goes for half. */
    public static final UnaryOperator<Money> LAST_DAY = money -> money.percent(50);

    /** Staff pay half. */
    public static final UnaryOperator<Money> STAFF = money -> money.percent(50);

    private PriceRules() {
    }

    /** Whichever rule asks least. */
    public static PriceRule cheapest(PriceRule... rules) {
        List<PriceRule> all = new ArrayList<>(Arrays.asList(rules));
        return (price, pieces) -> all.stream()
                .map(rule -> rule.apply(price, pieces))
                .min(Money::compareTo)
                .orElse(price);
    }

    /** One rule after the other. */
    public static PriceRule chain(PriceRule... rules) {
        return Arrays.stream(rules).reduce(PriceRule.none(), PriceRule::andThen);
    }

    /** A rule for each step: the more pieces, the higher the step. */
    public static PriceRule stepped(int size, IntFunction<PriceRule> ruleOfStep) {
        return (price, pieces) -> {
            int step = pieces / size;
            return step == 0 ? price : ruleOfStep.apply(step).apply(price, pieces);
        };
    }

    /** Five hundredths a step, thirty at most. */
    public static PriceRule ladder(int size) {
        return stepped(size, step -> new PercentDiscount(Math.min(30, 5 * step)));
    }

    /** A voucher of a fixed worth, good for one use per rule made from it. */
    public static Function<Money, PriceRule> voucher(String code) {
        return worth -> new AbstractDiscount("voucher " + code) {
            private boolean used;

            @Override
            protected Money reduction(Money price, int pieces) {
                if (used) {
                    return price.minus(price);
                }
                used = true;
                return worth;
            }
        };
    }

    /** The rule for the first few customers; the price as it is for all others. */
    public static PriceRule limited(PriceRule rule, int customers) {
        return new PriceRule() {
            private int left = customers;

            @Override
            public Money apply(Money price, int pieces) {
                return left-- > 0 ? rule.apply(price, pieces) : price;
            }

            @Override
            public String describe() {
                return left > 0 ? rule.describe() + " (only " + left + " left)" : "";
            }
        };
    }

    public static PriceRule lastDay() {
        return (price, pieces) -> LAST_DAY.apply(price);
    }

    public static PriceRule staff() {
        PriceRule half = (price, pieces) -> STAFF.apply(price);
        return half.named("staff price");
    }
}
