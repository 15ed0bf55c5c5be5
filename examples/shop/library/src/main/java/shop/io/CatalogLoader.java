package shop.io;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import shop.Catalog;
import shop.Category;
import shop.Currency;
import shop.Money;
import shop.Product;

/** Makes a catalog from a price list: number, name, category, price, weight. */
public class CatalogLoader {
    private final Currency currency;

    public CatalogLoader(Currency currency) {
        this.currency = currency;
    }

    public Catalog load(Reader prices) {
        Catalog catalog = new Catalog(product -> product.price().isNegative());
        try (CsvReader rows = new CsvReader(prices)) {
            for (String[] row : rows) {
                try {
                    catalog.add(product(row));
                } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException cause) {
                    throw new IllegalArgumentException("line " + rows.line() + ": " + cause.getMessage(), cause);
                }
            }
        }
        return catalog;
    }

    /** The price list that comes with the shop. */
    public Catalog loadBuiltIn() throws IOException {
        try (Reader in = new InputStreamReader(
                CatalogLoader.class.getResourceAsStream("/shop/prices.csv"), StandardCharsets.UTF_8)) {
            return load(in);
        }
    }

    private Product product(String... cells) {
        Product.Builder builder = Product.named(cells[0], cells[1])
                .in(Category.parse(cells[2]))
                .at(Money.of(Double.parseDouble(cells[3]), currency));
        return cells.length > 4 ? builder.weighing(Integer.parseInt(cells[4])).build() : builder.build();
    }
}
