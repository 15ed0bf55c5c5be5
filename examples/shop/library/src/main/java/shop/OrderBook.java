package shop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** All orders of the shop, and what the accountant asks about them. */
public class OrderBook {
    private final Map<Integer, Order> orders = new LinkedHashMap<>();
    private final Supplier<Order> oldest = () -> orders.values().stream()
            .min((a, b) -> Integer.compare(a.number(), b.number()))
            .orElseThrow(() -> new IllegalStateException("no orders yet"));

    public Order place(Cart cart) {
        Order order = new Order(cart);
        orders.put(order.number(), order);
        return order;
    }

    public Order oldest() {
        return oldest.get();
    }

    /** The money that is really there. */
    public Money income(Currency currency) {
        return orders.values().stream()
                .filter(order -> order.status().isMoneyInHand())
                .map(Order::agreed)
                .filter(money -> money.currency() == currency)
                .reduce(Money.ofMinor(0, currency), Money::plus);
    }

    public Map<OrderStatus, List<Integer>> numbersByStatus() {
        return orders.values().stream().collect(Collectors.groupingBy(
                order -> order.status(),
                TreeMap::new,
                Collectors.mapping(order -> order.number(), Collectors.toList())));
    }

    /** Pieces sold per article number, called-off orders left out. */
    public Map<String, Integer> sold() {
        Map<String, Integer> sold = new TreeMap<>();
        orders.values().stream()
                .filter(order -> order.status() != OrderStatus.CANCELLED)
                .forEach(order -> order.cart().lines().forEach(
                        line -> sold.merge(line.product().sku(), line.quantity(), (a, b) -> a + b)));
        return sold;
    }
}
