package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OrderTest {
    private final OrderBook book = new OrderBook();
    private final Order order = book.place(new Cart().add(Goods.POEMS, 2));

    @Test
    void goesFromPlacedToSent() {
        order.advance(OrderStatus.PAID).advance(OrderStatus.SENT);
        assertEquals("[placed for 16.00 \u20ac, paid, handed to the carrier]", order.history().toString());
    }

    @Test
    void doesNotJump() {
        assertThrows(IllegalStateException.class, () -> order.advance(OrderStatus.SENT));
        order.advance(OrderStatus.CANCELLED);
        assertThrows(IllegalStateException.class, () -> order.advance(OrderStatus.PAID));
    }

    @Test
    void refundsByHowFarItCame() {
        assertEquals(Goods.euros(0), order.refundIfCancelled());
        order.advance(OrderStatus.PAID);
        assertEquals(Goods.euros(16), order.refundIfCancelled());
        order.advance(OrderStatus.SENT);
        assertEquals(Goods.euros(12.80), order.refundIfCancelled());
    }

    @Test
    void needsSomethingToOrder() {
        assertThrows(IllegalArgumentException.class, () -> book.place(new Cart()));
    }

    @Test
    void bookCountsMoneyInHandAndPiecesSold() {
        Order other = book.place(new Cart().add(Goods.KITE, 1).add(Goods.POEMS, 1));
        other.advance(OrderStatus.PAID);
        assertEquals(Goods.euros(25.75), book.income(Currency.EUR));
        assertEquals("{K-101=3, T-301=1}", book.sold().toString());
        assertEquals(2, book.numbersByStatus().size());
        assertSame(order, book.oldest());
    }
}
