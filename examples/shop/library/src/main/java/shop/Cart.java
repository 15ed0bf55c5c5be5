package shop;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import shop.meta.Audited;
import shop.meta.Label;
import shop.meta.Range;
import shop.price.PriceRule;

/** What one customer is about to buy. */
@Label(value = "cart", audience = Label.Audience.CUSTOMER)
public class Cart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Currency currency;
    private final List<Line> lines = new ArrayList<>();
    private transient PriceRule rule = PriceRule.none();
    private int changes;

    public Cart() {
        this(Currency.EUR);
    }

    public Cart(Currency currency) {
        this.currency = currency;
    }

    public Cart add(Product product, @Range(min = 1, max = 999) int quantity) {
        if (quantity < 1) {
            throw new IllegalArgumentException("cannot add " + quantity + " of " + product.name());
        }
        for (Line line : lines) {
            if (line.product.equals(product)) {
                line.change(line.quantity + quantity);
                return this;
            }
        }
        lines.add(new Line(product, quantity));
        return this;
    }

    public boolean remove(String sku) {
        boolean removed = lines.removeIf(line -> line.product.sku().equals(sku));
        changes += removed ? 1 : 0;
        return removed;
    }

    public Cart with(PriceRule rule) {
        this.rule = rule;
        return this;
    }

    public List<Line> lines() {
        return Collections.unmodifiableList(lines);
    }

    /** The price before any rule. */
    public Money subtotal() {
        return Money.sum(currency, lines.stream().map(Line::gross).toArray(Money[]::new));
    }

    /** What the customer pays. */
    @Audited(tags = {"money", "cart"}, sample = 0.5)
    public Money total() {
        return rule.apply(subtotal(), pieces());
    }

    public int pieces() {
        return lines.stream().mapToInt(line -> line.quantity).sum();
    }

    public int grams() {
        return lines.stream().mapToInt(line -> line.quantity * line.product.grams()).sum();
    }

    public PriceRule rule() {
        return rule;
    }

    /** How often the cart was touched. */
    public int changes() {
        return changes;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        rule = PriceRule.none();
    }

    /** A product and how many of it. */
    public class Line implements Serializable {
        private static final long serialVersionUID = 1L;

        private final Product product;
        private int quantity;

        private Line(Product product, int quantity) {
            this.product = product;
            change(quantity);
        }

        private void change(int quantity) {
            this.quantity = quantity;
            changes++;
        }

        public Product product() {
            return product;
        }

        public int quantity() {
            return quantity;
        }

        public Money gross() {
            assert product.price().currency() == currency : "a line in another currency";
            return product.price().times(quantity);
        }
    }
}
