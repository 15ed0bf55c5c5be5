package shop.modern;

import shop.Money;

/** How an order was paid. */
public sealed interface Payment permits Payment.Card, Payment.Cash, Payment.Voucher {
    Money amount();

    /** By card, of which only the last digits are kept. */
    record Card(Money amount, String lastDigits) implements Payment {
        public Card {
            if (lastDigits.length() != 4) {
                throw new IllegalArgumentException("four digits, please: " + lastDigits);
            }
        }
    }

    /** In notes and coins. */
    record Cash(Money amount, Money given) implements Payment {
        public Money change() {
            return given.minus(amount);
        }
    }

    /** With a voucher. */
    record Voucher(Money amount, String code) implements Payment {
    }
}
