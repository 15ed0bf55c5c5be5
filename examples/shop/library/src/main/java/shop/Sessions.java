package shop;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/** The carts of people who are in the shop right now; who is quiet for too long has left. */
public class Sessions {
    private final long quietMillis;
    private final Map<String, Visit> visits = new HashMap<>();

    public Sessions(long quietMillis) {
        this.quietMillis = quietMillis;
    }

    /** The cart of a visitor; a new one if they were not here or have left. */
    public Cart cart(String visitor) {
        sweep();
        Visit visit = visits.computeIfAbsent(visitor, unused -> new Visit());
        visit.seen = System.nanoTime();
        return visit.cart;
    }

    public int present() {
        sweep();
        return visits.size();
    }

    private void sweep() {
        long now = System.nanoTime();
        for (Iterator<Visit> all = visits.values().iterator(); all.hasNext();) {
            if (now - all.next().seen > quietMillis * 1_000_000L) {
                all.remove();
            }
        }
    }

    private static final class Visit {
        private final Cart cart = new Cart();
        private long seen;
    }
}
