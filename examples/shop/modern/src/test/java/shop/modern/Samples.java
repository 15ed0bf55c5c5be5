package shop.modern;

import shop.Category;
import shop.Currency;
import shop.Money;
import shop.Product;

/** Products that tests of this module use. */
final class Samples {
    static final Product POEMS = Product.named("K-101", "Small Poems")
            .in(Category.BOOK).at(Money.of(8, Currency.EUR)).weighing(180).build();
    static final Product KITE = Product.named("T-301", "Kite")
            .in(Category.TOY).at(Money.of(17.75, Currency.EUR)).weighing(400).build();

    private Samples() {
    }

    static Money euros(double amount) {
        return Money.of(amount, Currency.EUR);
    }
}
