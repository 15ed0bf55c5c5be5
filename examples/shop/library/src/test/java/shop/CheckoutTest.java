package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shop.price.PriceRule;
import shop.price.RuleBook;

class CheckoutTest {
    private final Inventory inventory = new Inventory();
    private final OrderBook book = new OrderBook();
    private final Checkout checkout = new Checkout(inventory, book, Pause.real());
    private int asked;

    @BeforeEach
    void stock() {
        inventory.put("B-001", 10);
        inventory.put("K-101", 10);
    }

    @Test
    void friendsPayLessAndTheCardIsAskedAgain() throws IOException {
        Cart cart = new Cart().add(Goods.POEMS, 2);
        Order order = checkout.buy(cart, new RuleBook().ruleOf("friends"), amount -> ++asked == 3).get();
        assertEquals(Goods.euros(14.59), order.agreed());
        assertEquals(OrderStatus.PAID, order.status());
        assertEquals(8, inventory.available("K-101"));
    }

    @Test
    void whatIsNotPaidGoesBack() {
        Cart cart = new Cart().add(Goods.BREAD, 4);
        assertFalse(checkout.buy(cart, PriceRule.none(), amount -> false).isPresent());
        assertEquals(10, inventory.available("B-001"));
        assertEquals(Goods.euros(0), book.income(Currency.EUR));
    }

    @Test
    void nothingIsSoldThatIsNotThere() {
        Cart cart = new Cart().add(Goods.KITE, 1);
        assertFalse(checkout.buy(cart, PriceRule.none(), amount -> true).isPresent());
    }

    @Test
    void theParcelIsPaidFor() {
        Cart cart = new Cart().add(Goods.POEMS, 1);
        assertEquals(Goods.euros(12.10), checkout.toPay(cart, Goods.euros(50)));
        assertTrue(checkout.toPay(cart, Goods.euros(5)).equals(cart.total()));
    }
}
