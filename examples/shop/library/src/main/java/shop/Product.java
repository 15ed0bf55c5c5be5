package shop;

import java.io.Serializable;
import java.util.Objects;
import shop.meta.Label;
import shop.meta.NonBlank;
import shop.meta.Range;

/** One thing the shop sells. */
@Label(value = "product", since = 2)
public final class Product implements Serializable {
    /** Heavier things need a van, and the shop has none. */
    public static final int HEAVIEST_GRAMS = 30_000;

    private static final long serialVersionUID = 2L;

    private final @NonBlank String sku;
    private final @NonBlank(message = "a product needs a name") String name;
    private final Category category;
    private final Money price;

    @Range(min = 1, max = 30_000)
    private final int grams;

    private Product(Builder builder) {
        sku = builder.sku;
        name = builder.name;
        category = builder.category;
        price = builder.price;
        grams = builder.grams;
    }

    public static Builder named(String sku, String name) {
        return new Builder(sku, name);
    }

    public String sku() {
        return sku;
    }

    public String name() {
        return name;
    }

    public Category category() {
        return category;
    }

    public Money price() {
        return price;
    }

    public int grams() {
        return grams;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Product && ((Product) other).sku.equals(sku);
    }

    @Override
    public int hashCode() {
        return sku.hashCode();
    }

    @Override
    public String toString() {
        return name + " (" + sku + ", " + price + ")";
    }

    /** Collects what a product needs before it exists. */
    public static final class Builder {
        private final String sku;
        private final String name;
        private Category category = Category.TOY;
        private Money price = Money.NOTHING;
        private int grams = 100;

        private Builder(String sku, String name) {
            this.sku = Objects.requireNonNull(sku, "sku");
            this.name = Objects.requireNonNull(name, "name");
        }

        public Builder in(Category category) {
            this.category = category;
            return this;
        }

        public Builder at(Money price) {
            this.price = price;
            return this;
        }

        public Builder weighing(@Range(min = 1, max = HEAVIEST_GRAMS) int grams) {
            this.grams = grams;
            return this;
        }

        public Product build() {
            return new Product(this);
        }
    }
}
