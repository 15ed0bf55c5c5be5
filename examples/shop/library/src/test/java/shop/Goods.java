package shop;

/** Products that several tests use. */
public final class Goods {
    public static final Product BREAD = Product.named("B-001", "Bread")
            .in(Category.FOOD).at(Money.of(3.20, Currency.EUR)).weighing(750).build();
    public static final Product POEMS = Product.named("K-101", "Small Poems")
            .in(Category.BOOK).at(Money.of(8, Currency.EUR)).weighing(180).build();
    public static final Product KITE = Product.named("T-301", "Kite")
            .in(Category.TOY).at(Money.of(17.75, Currency.EUR)).weighing(400).build();

    private Goods() {
    }

    public static Money euros(double amount) {
        return Money.of(amount, Currency.EUR);
    }
}
