package shop.modern;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** A till, which the system property {@code shop.till} names; its file is {@code config/till.properties}. */
public record Till(String name, int rounding) {
    private static final Path FILE = Path.of("config", "till.properties");

    public static Till ofThisShop() {
        var name = System.getProperty("shop.till", "south");
        var properties = new Properties();
        try (var in = Files.newInputStream(FILE)) {
            properties.load(in);
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
        return new Till(name, Integer.parseInt(properties.getProperty(name + ".rounding")));
    }

    /** Cents as they are paid in cash. */
    public long rounded(long cents) {
        return (cents + rounding / 2) / rounding * rounding;
    }
}
