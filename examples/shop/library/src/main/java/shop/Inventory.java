package shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** How many of each product lie on the shelves, and how many of those are promised to somebody. */
public class Inventory {
    private final Map<String, Integer> stock = new HashMap<>();
    private final List<InventoryListener> listeners = new ArrayList<>();
    private final Lock lock = new ReentrantLock();
    private int open;

    public void listen(InventoryListener listener) {
        listeners.add(listener);
    }

    public int available(String sku) {
        lock.lock();
        try {
            return stock.getOrDefault(sku, 0);
        } finally {
            lock.unlock();
        }
    }

    public void put(String sku, int pieces) {
        if (pieces < 0) {
            throw new IllegalArgumentException("cannot put " + pieces + " pieces on a shelf");
        }
        move(sku, pieces);
    }

    /** Takes the pieces off the shelf until the reservation is closed, which puts back what was not bought. */
    public Reservation reserve(String sku, int pieces) {
        lock.lock();
        try {
            if (available(sku) < pieces) {
                throw new IllegalStateException("only " + available(sku) + " of " + sku + " left");
            }
            return new Reservation(sku, pieces);
        } finally {
            lock.unlock();
        }
    }

    /** Buys every line of the cart or none. */
    public boolean take(Cart cart) {
        List<Reservation> taken = new ArrayList<>();
        try {
            for (Cart.Line line : cart.lines()) {
                taken.add(reserve(line.product().sku(), line.quantity()));
            }
            taken.forEach(Reservation::buy);
            return true;
        } catch (IllegalStateException notEnough) {
            return false;
        } finally {
            taken.forEach(Reservation::close);
        }
    }

    public int openReservations() {
        return open;
    }

    private void move(String sku, int pieces) {
        int before;
        int after;
        lock.lock();
        try {
            before = stock.getOrDefault(sku, 0);
            after = before + pieces;
            assert after >= 0 : sku + " would go to " + after;
            stock.put(sku, after);
        } finally {
            lock.unlock();
        }
        for (InventoryListener listener : listeners) {
            listener.changed(sku, before, after);
        }
    }

    /** Pieces held for one customer. */
    public final class Reservation implements AutoCloseable {
        private final String sku;
        private int pieces;

        private Reservation(String sku, int pieces) {
            this.sku = sku;
            this.pieces = pieces;
            move(sku, -pieces);
            open++;
        }

        public void buy() {
            pieces = 0;
        }

        @Override
        public void close() {
            if (pieces > 0) {
                move(sku, pieces);
                pieces = 0;
            }
            open--;
        }
    }
}
