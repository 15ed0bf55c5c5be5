package shop.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import shop.Currency;
import shop.Money;

/** The settings in {@code shop/shop.properties}, read once. */
public final class Settings {
    private static final String FILE = "/shop/shop.properties";
    private static final Properties PROPERTIES = new Properties();

    static {
        try (InputStream in = Settings.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("no " + FILE + " on the class path");
            }
            PROPERTIES.load(in);
        } catch (IOException cause) {
            throw new ExceptionInInitializerError(cause);
        }
    }

    private Settings() {
    }

    public static String greeting() {
        return text("greeting");
    }

    public static Currency currency() {
        return Currency.valueOf(text("currency"));
    }

    /** Above this the shop pays for the parcel. */
    public static Money freeShippingAbove() {
        return Money.of(Double.parseDouble(text("shipping.free.above")), currency());
    }

    private static String text(String key) {
        String value = PROPERTIES.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("no setting `" + key + "` in " + FILE);
        }
        return value.trim();
    }
}
