package shop.price;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** Which rule holds for which group of customers, from {@code shop/rules.properties}. */
public class RuleBook {
    private final Properties rules = new Properties();

    public RuleBook() throws IOException {
        try (InputStream in = RuleBook.class.getResourceAsStream("/shop/rules.properties")) {
            rules.load(in);
        }
    }

    public Set<String> groups() {
        return new TreeSet<>(rules.stringPropertyNames());
    }

    /** The rule of a group; strangers pay the full price. */
    public PriceRule ruleOf(String group) {
        return new RuleParser().parse(rules.getProperty(group, "none")).named(group);
    }
}
