package shop.modern;

import shop.Money;
import shop.OrderStatus;

/** How money goes back to customers. */
public final class Refunds {
    private Refunds() {
    }

    /** A payment and how far its order had come. */
    public record Claim(Payment payment, OrderStatus status) {
    }

    public static String settle(Payment payment) {
        return switch (payment) {
            case Payment.Card(Money amount, String digits) -> amount + " to card " + digits;
            case Payment.Cash cash when cash.change().isNegative() -> "nothing, the till is short";
            case Payment.Cash(Money amount, Money given) -> amount + " from the till";
            case Payment.Voucher(var amount, var code) -> "a new voucher for " + code + " over " + amount;
        };
    }

    public static Money owed(Object claim) {
        return switch (claim) {
            case null -> Money.NOTHING;
            case Claim(Payment.Voucher(Money amount, String code), OrderStatus status)
                    when code.startsWith("GIFT") -> amount.minus(amount);
            case Claim(Payment payment, OrderStatus status) when status == OrderStatus.SENT ->
                    payment.amount().percent(80);
            case Claim(Payment payment, OrderStatus status) -> payment.amount();
            case Money money -> money;
            default -> throw new IllegalArgumentException("not a claim: " + claim);
        };
    }

    public static int rank(Object thing) {
        if (thing instanceof Claim(Payment.Card(var amount, var digits), var status) && !amount.isNegative()) {
            return digits.length();
        }
        return 0;
    }
}
