package shop.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Catalog;
import shop.Currency;
import shop.Goods;
import shop.price.PercentDiscount;

class StorageTest {
    private final CatalogLoader loader = new CatalogLoader(Currency.EUR);

    @Test
    void cartComesBackWithoutItsRule() throws IOException {
        CartStore store = new CartStore();
        store.save("ada", new Cart().add(Goods.KITE, 2).with(new PercentDiscount(50)));
        Cart cart = store.load("ada").get();
        assertEquals(Goods.euros(35.50), cart.total());
        assertEquals(2, cart.add(Goods.BREAD, 1).lines().size());
        assertFalse(store.load("bob").isPresent());
    }

    @Test
    void builtInPricesCanBeRead() throws IOException {
        Catalog catalog = loader.loadBuiltIn();
        assertEquals("Bread, whole grain", catalog.find("B-001").get().name());
        assertEquals(Goods.euros(39), catalog.find("T-300").get().price());
    }

    @Test
    void saysWhichLineIsWrong() {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class,
                () -> loader.load(new StringReader("A-1, Apple, food, 0.40\n\nA-2, Pear, fruit, 0.60\n")));
        assertTrue(error.getMessage().startsWith("line 3"), error.getMessage());
    }

    @Test
    void settingsAreOnTheClassPath() {
        assertEquals(Currency.EUR, Settings.currency());
        assertFalse(Settings.greeting().isEmpty());
        assertFalse(Settings.freeShippingAbove().isNegative());
    }
}
