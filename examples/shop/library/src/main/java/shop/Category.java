package shop;

/** What kind of thing a product is; taxes depend on it. */
public enum Category {
    FOOD,
    BOOK,
    CLOTHING,
    TOY;

    /** The category of a name as written in a price list, in any case. */
    public static Category parse(String name) {
        return valueOf(name.trim().toUpperCase(java.util.Locale.ROOT));
    }
}
