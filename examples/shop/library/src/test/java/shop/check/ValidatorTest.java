package shop.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import shop.Goods;
import shop.Money;
import shop.Product;

class ValidatorTest {
    @Test
    void ordinaryProductsAreFine() {
        assertTrue(Validator.problems(Goods.BREAD).isEmpty());
    }

    @Test
    void findsBlankNamesAndImpossibleWeights() {
        Product odd = Product.named("Z-1", "  ").weighing(0).build();
        assertEquals("[name: a product needs a name, grams: 0 is less than 1]", Validator.problems(odd).toString());
        Product anvil = Product.named("Z-2", "Anvil").weighing(90_000).build();
        assertTrue(Validator.problems(anvil).get(0).startsWith("grams: 90000 is more than"));
    }

    @Test
    void readsLabels() {
        assertEquals("money", Validator.label(Money.class, "?"));
        assertEquals("?", Validator.label(Validator.class, "?"));
        assertEquals("shop", Validator.label(Money.class.getPackage(), "?"));
    }
}
