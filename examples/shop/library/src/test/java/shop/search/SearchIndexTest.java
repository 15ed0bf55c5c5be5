package shop.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import shop.Goods;
import shop.Product;

class SearchIndexTest {
    @Test
    void findsByBeginningsOfWords() {
        SearchIndex index = new SearchIndex().add(Goods.BREAD).add(Goods.POEMS).add(Goods.KITE);
        assertEquals(Collections.singleton(Goods.POEMS), index.find("po sm"));
        assertTrue(index.find("small kite").isEmpty());
    }

    @Test
    void staysQuickWithManyProducts() {
        SearchIndex index = new SearchIndex();
        for (int i = 0; i < 60_000; i++) {
            String name = (i % 2 == 0 ? "Blue" : "Red") + " thing " + Integer.toString(i, 36) + "x";
            index.add(Product.named("N-" + i, name).build());
        }
        assertEquals(60_000, index.size());
        assertEquals(30_000, index.find("blue thing").size());
        assertEquals(1, index.find("red thing rsx").size());
    }
}
