package shop;

import java.util.Optional;
import shop.price.PriceRule;
import shop.ship.Carriers;

/** Takes a cart to the till: prices it, takes it off the shelves, waits for the card and places the order. */
public class Checkout {
    /** How often the terminal is asked before the customer is asked for cash. */
    private static final int MOST_TRIES = 5;

    private final Inventory inventory;
    private final OrderBook book;
    private final Carriers carriers = new Carriers();
    private final Pause pause;

    public Checkout(Inventory inventory, OrderBook book, Pause pause) {
        this.inventory = inventory;
        this.book = book;
        this.pause = pause;
    }

    /** The order, or nothing if the shelves are too empty or the card was not accepted. */
    public Optional<Order> buy(Cart cart, PriceRule rule, Terminal terminal) {
        cart.with(rule);
        if (!inventory.take(cart)) {
            return Optional.empty();
        }
        Order order = book.place(cart);
        if (isAccepted(terminal, order.agreed())) {
            return Optional.of(order.advance(OrderStatus.PAID));
        }
        order.advance(OrderStatus.CANCELLED);
        cart.lines().forEach(line -> inventory.put(line.product().sku(), line.quantity()));
        return Optional.empty();
    }

    /** What the customer pays in the end, parcel included. */
    public Money toPay(Cart cart, Money freeAbove) {
        return cart.total().plus(carriers.cost(cart, freeAbove));
    }

    private boolean isAccepted(Terminal terminal, Money amount) {
        for (int tried = 0; tried < MOST_TRIES; tried++) {
            if (terminal.charge(amount)) {
                return true;
            }
            pause.millis(100);
        }
        return false;
    }

    /** The machine that reads cards. */
    @FunctionalInterface
    public interface Terminal {
        boolean charge(Money amount);
    }
}
