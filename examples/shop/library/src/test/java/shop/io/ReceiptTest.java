package shop.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Category;
import shop.Goods;
import shop.price.BulkDiscount;
import shop.price.PriceRule;
import shop.price.TaxTable;

class ReceiptTest {
    private final Receipt receipt = new Receipt(new TaxTable("FR"));

    @Test
    void printsEveryLineInFullWidth() {
        String[] rows = receipt.print(new Cart().add(Goods.BREAD, 2)).split("\n");
        assertTrue(rows[0].startsWith("2 x Bread"));
        assertTrue(rows[0].endsWith("6.40 \u20ac"));
        for (String row : rows) {
            assertEquals(Receipt.WIDTH, row.length());
        }
    }

    @Test
    void namesTheRuleThatWasApplied() {
        Cart cart = new Cart().add(Goods.KITE, 4).with(new BulkDiscount(3, 10));
        assertTrue(receipt.print(cart).contains("bulk"));
        assertFalse(receipt.print(cart.with(PriceRule.none())).contains("bulk"));
    }

    @Test
    void taxesBooksAndToysDifferently() {
        assertEquals(5.5, new TaxTable("FR").percent(Category.BOOK));
        assertEquals(20.0, new TaxTable("FR").percent(Category.TOY));
        assertEquals(0.0, new TaxTable("UK").percent(Category.BOOK));
        assertEquals(7.0, new TaxTable("DE").percent(Category.FOOD));
        assertEquals(0.0, new TaxTable("XX").percent(Category.TOY));
    }

    @Test
    void endsWithTheNotes() {
        String paper = receipt.print(new Cart().add(Goods.POEMS, 1), "Thank you", "Come again");
        assertTrue(paper.endsWith("Thank you\nCome again\n"));
    }
}
