package shop.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import shop.Category;
import shop.Currency;
import shop.Money;
import shop.Order;

/** What was sold, for the owner. */
public class SalesReport {
    private final Map<Category, Money> income = new TreeMap<>();
    private final Map<String, Integer> pieces = new TreeMap<>();

    public SalesReport add(Order order) {
        order.cart().lines().forEach(line -> {
            income.merge(line.product().category(), line.gross(), Money::plus);
            pieces.merge(line.product().name(), line.quantity(), Integer::sum);
        });
        return this;
    }

    public Money income(Category category) {
        return income.getOrDefault(category, Money.ofMinor(0, Currency.EUR));
    }

    /** The names that sold best, most pieces first. */
    public List<String> best(int most) {
        return pieces.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toList());
    }

    /** A row for each category that sold something. */
    public String csv() {
        List<String> rows = new ArrayList<>();
        income.forEach((category, money) -> rows.add(category + "," + money));
        return String.join("\n", rows);
    }
}
