package shop.modern;

import shop.Money;
import shop.OrderStatus;

/** What the till says about payments. */
public final class Payments {
    private Payments() {
    }

    public static String describe(Payment payment) {
        if (payment instanceof Payment.Card card && !card.lastDigits().isEmpty()) {
            return "card ending in " + card.lastDigits();
        } else if (payment instanceof Payment.Cash cash) {
            return "cash, change " + cash.change();
        } else if (payment instanceof Payment.Voucher voucher) {
            return "voucher " + voucher.code();
        }
        throw new AssertionError(payment);
    }

    public static boolean isDue(OrderStatus status) {
        return switch (status) {
            case PLACED -> true;
            case PAID, SENT, CANCELLED -> false;
        };
    }

    /** The fee of the bank, by the name on the card. */
    public static Money fee(Money amount, String brand) {
        double percent = switch (brand) {
            case "blue", "green" -> 0.3;
            case "gold" -> {
                double base = 1.2;
                yield amount.minor() > 100_000L ? base / 2 : base;
            }
            default -> 2.0;
        };
        return amount.percent(percent);
    }
}
