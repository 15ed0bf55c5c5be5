package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private final Catalog catalog = new Catalog(product -> product.category() == Category.BOOK)
            .add(Goods.KITE, Goods.POEMS, Goods.BREAD);

    @Test
    void walksOverVisibleProductsOnly() {
        StringBuilder names = new StringBuilder();
        for (Product product : catalog) {
            names.append(product.name()).append(' ');
        }
        assertEquals("Kite Bread ", names.toString());
        assertEquals("1 walks, 3 steps", catalog.traffic());
    }

    @Test
    void findsByNumberUnlessHidden() {
        assertTrue(catalog.find("T-301").isPresent());
        assertFalse(catalog.find("K-101").isPresent());
        assertFalse(catalog.find("X-999").isPresent());
    }

    @Test
    void sortsWhatItFinds() {
        assertEquals(Arrays.asList(Goods.BREAD, Goods.KITE), catalog.search("", Catalog.BY_PRICE));
        assertEquals(Arrays.asList(Goods.KITE), catalog.search("KI", Catalog.BY_NAME));
    }

    @Test
    void groupsByCategory() {
        assertEquals("[FOOD, TOY]", catalog.byCategory().keySet().toString());
    }

    @Test
    void refusesTheSameNumberTwice() {
        assertThrows(IllegalArgumentException.class, () -> catalog.add(Goods.BREAD));
    }

    @Test
    void endsWhereTheShelfEnds() {
        assertThrows(NoSuchElementException.class, () -> new Catalog().iterator().next());
    }
}
