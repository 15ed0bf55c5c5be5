package shop.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shop.Goods.euros;

import org.junit.jupiter.api.Test;
import shop.Category;

class TaxTableTest {
    @Test
    void taxIsAShareOfThePrice() {
        assertEquals(euros(2), new TaxTable("FR").tax(euros(10), Category.TOY));
        assertEquals(euros(0.55), new TaxTable("FR").tax(euros(10), Category.FOOD));
        assertEquals(euros(1.90), new TaxTable("DE").tax(euros(10), Category.CLOTHING));
    }

    @Test
    void everyCategoryHasOne() {
        for (Category category : Category.values()) {
            assertEquals(0.0, new TaxTable("XX").percent(category));
        }
    }
}
