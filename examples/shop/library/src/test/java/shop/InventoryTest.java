package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InventoryTest {
    private final Inventory inventory = new Inventory();
    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void stock() {
        inventory.put("B-001", 5);
        inventory.put("T-301", 1);
        inventory.listen(new InventoryListener() {
            @Override
            public void low(String sku, int left) {
                heard.add(sku + " low: " + left);
            }

            @Override
            public void soldOut(String sku) {
                heard.add(sku + " sold out");
            }
        });
    }

    @Test
    void givesBackWhatWasNotBought() {
        try (Inventory.Reservation held = inventory.reserve("B-001", 2)) {
            assertEquals(3, inventory.available("B-001"));
            assertEquals(1, inventory.openReservations());
        }
        assertEquals(5, inventory.available("B-001"));
        assertEquals(0, inventory.openReservations());
    }

    @Test
    void takesAWholeCartOrNothing() {
        assertFalse(inventory.take(new Cart().add(Goods.BREAD, 1).add(Goods.KITE, 2)));
        assertEquals(5, inventory.available("B-001"));
        assertTrue(inventory.take(new Cart().add(Goods.BREAD, 2).add(Goods.KITE, 1)));
        assertEquals(3, inventory.available("B-001"));
        assertEquals(0, inventory.available("T-301"));
    }

    @Test
    void tellsWhenStockGetsLowOrRunsOut() {
        inventory.take(new Cart().add(Goods.BREAD, 2).add(Goods.KITE, 1));
        assertEquals("[B-001 low: 3, T-301 sold out]", heard.toString());
    }

    @Test
    void promisesNothingThatIsNotThere() {
        assertThrows(IllegalStateException.class, () -> inventory.reserve("B-001", 6));
        assertThrows(IllegalArgumentException.class, () -> inventory.put("B-001", -1));
    }
}
