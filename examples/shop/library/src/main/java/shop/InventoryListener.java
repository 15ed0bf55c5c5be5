package shop;

/** Hears what happens to the stock; everything is optional. */
public interface InventoryListener {
    int LOW = 3;

    default void changed(String sku, int before, int after) {
        if (after == 0 && before > 0) {
            soldOut(sku);
        } else if (after <= LOW && before > LOW) {
            low(sku, after);
        }
    }

    default void low(String sku, int left) {
    }

    default void soldOut(String sku) {
    }
}
