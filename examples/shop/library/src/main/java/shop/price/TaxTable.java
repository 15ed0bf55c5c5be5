package shop.price;

import shop.Category;
import shop.Money;

/** What share of a price is tax, by country and kind of product. */
public class TaxTable {
    private static final double FULL = 20.0;
    private static final double REDUCED = 5.5;
    private static final double NOTHING = 0.0;

    private final String country;

    public TaxTable(String country) {
        this.country = country;
    }

    public double percent(Category category) {
        switch (country) {
            case "FR":
                return french(category);
            case "DE":
                return category == Category.FOOD || category == Category.BOOK ? 7.0 : 19.0;
            case "GB":
            case "UK":
                return british(category);
            default:
                return NOTHING;
        }
    }

    public Money tax(Money net, Category category) {
        return net.percent(percent(category));
    }

    private static double french(Category category) {
        switch (category) {
            case FOOD:
            case BOOK:
                return REDUCED;
            default:
                return FULL;
        }
    }

    private static double british(Category category) {
        switch (category) {
            case CLOTHING:
            case TOY:
                return FULL;
            default:
                return NOTHING;
        }
    }
}
