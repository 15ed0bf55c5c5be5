package shop.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Category;
import shop.Goods;
import shop.Order;

class SalesReportTest {
    @Test
    void countsByCategory() {
        SalesReport report = new SalesReport()
                .add(new Order(new Cart().add(Goods.BREAD, 2)))
                .add(new Order(new Cart().add(Goods.BREAD, 1).add(Goods.KITE, 1)));
        assertEquals(Goods.euros(9.60), report.income(Category.FOOD));
        assertEquals(Goods.euros(0), report.income(Category.CLOTHING));
        assertEquals("FOOD,9.60 \u20ac\nTOY,17.75 \u20ac", report.csv());
    }

    @Test
    void aGoodYearFitsIn() {
        SalesReport report = new SalesReport();
        for (int i = 0; i < 60_000; i++) {
            Cart cart = new Cart().add(Goods.BREAD, 1 + i % 3);
            report.add(new Order(i % 5 == 0 ? cart.add(Goods.POEMS, 1) : cart));
        }
        assertEquals("[Bread, Small Poems]", report.best(5).toString());
        assertEquals(Goods.euros(96_000), report.income(Category.BOOK));
    }
}
