package shop;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import shop.meta.Label;

/** Everything on sale, by article number. */
@Label("catalog")
public class Catalog implements Iterable<Product> {
    /** Cheapest first, then by name. */
    public static final Comparator<Product> BY_PRICE = new Comparator<Product>() {
        @Override
        public int compare(Product a, Product b) {
            int order = a.price().compareTo(b.price());
            return order != 0 ? order : BY_NAME.compare(a, b);
        }
    };

    /** As a reader would look names up. */
    public static final Comparator<Product> BY_NAME = new Comparator<Product>() {
        @Override
        public int compare(Product a, Product b) {
            return a.name().compareToIgnoreCase(b.name());
        }
    };

    private final Map<String, Product> products = new LinkedHashMap<>();
    private final Predicate<Product> hidden;
    private int walks;
    private int steps;

    public Catalog() {
        this(product -> false);
    }

    public Catalog(Predicate<Product> hidden) {
        this.hidden = hidden;
    }

    public Catalog add(Product... more) {
        for (Product product : more) {
            if (products.putIfAbsent(product.sku(), product) != null) {
                throw new IllegalArgumentException("two products share the number " + product.sku());
            }
        }
        return this;
    }

    public Optional<Product> find(String sku) {
        return Optional.ofNullable(products.get(sku)).filter(product -> !hidden.test(product));
    }

    public List<Product> search(String words, Comparator<? super Product> order) {
        String wanted = words.toLowerCase(java.util.Locale.ROOT);
        return products.values().stream()
                .filter(hidden.negate())
                .filter(product -> product.name().toLowerCase(java.util.Locale.ROOT).contains(wanted))
                .sorted(order)
                .collect(Collectors.toList());
    }

    /** The visible products, grouped by what the function makes of each. */
    public <K extends Comparable<K>> Map<K, List<Product>> groupBy(Function<? super Product, K> key) {
        Map<K, List<Product>> groups = new java.util.TreeMap<>();
        for (Product product : this) {
            groups.computeIfAbsent(key.apply(product), unused -> new ArrayList<>()).add(product);
        }
        return groups;
    }

    public Map<Category, List<Product>> byCategory() {
        return Collections.unmodifiableMap(groupBy(Product::category));
    }

    /** How often, and how far, somebody walked through the catalog. */
    public String traffic() {
        return walks + " walks, " + steps + " steps";
    }

    @Override
    public Iterator<Product> iterator() {
        return new Walk();
    }

    private class Walk implements Iterator<Product> {
        private final Iterator<Product> all = products.values().iterator();
        private Product next;

        Walk() {
            walks++;
            advance();
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Product next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            Product current = next;
            advance();
            return current;
        }

        private void advance() {
            next = null;
            while (all.hasNext() && next == null) {
                Product candidate = all.next();
                steps += 1;
                if (!hidden.test(candidate)) {
                    next = candidate;
                }
            }
        }
    }
}
