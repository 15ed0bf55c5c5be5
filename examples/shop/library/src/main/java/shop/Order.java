package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import shop.meta.Label;

/** A cart that somebody decided to buy. */
@Label("order")
public class Order {
    private static int lastNumber = 1000;

    private final int number;
    private final Cart cart;
    private final Money agreed;
    private final List<String> history = new ArrayList<>();
    private final Consumer<String> log = history::add;
    private OrderStatus status = OrderStatus.PLACED;

    public Order(Cart cart) {
        if (cart.lines().isEmpty()) {
            throw new IllegalArgumentException("cannot order an empty cart");
        }
        this.number = nextNumber();
        this.cart = cart;
        this.agreed = cart.total();
        log.accept("placed for " + agreed);
    }

    private static synchronized int nextNumber() {
        return ++lastNumber;
    }

    public int number() {
        return number;
    }

    public Money agreed() {
        return agreed;
    }

    public Cart cart() {
        return cart;
    }

    public OrderStatus status() {
        return status;
    }

    public List<String> history() {
        return new ArrayList<>(history);
    }

    public Order advance(OrderStatus to) {
        if (!status.next().contains(to)) {
            throw new IllegalStateException("an order that is " + status + " cannot become " + to);
        }
        status = to;
        log.accept(sentence(to));
        return this;
    }

    /** What the shop owes the customer if the order is called off now. */
    public Money refundIfCancelled() {
        switch (status) {
            case PAID:
                return agreed;
            case SENT:
                return agreed.percent(80);
            case PLACED:
            case CANCELLED:
            default:
                return Money.ofMinor(0, agreed.currency());
        }
    }

    private static String sentence(OrderStatus status) {
        switch (status) {
            case PAID:
                return "paid";
            case SENT:
                return "handed to the carrier";
            case CANCELLED:
                return "called off";
            default:
                return "is now " + status;
        }
    }
}
