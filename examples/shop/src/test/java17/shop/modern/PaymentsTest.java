package shop.modern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import shop.Goods;
import shop.OrderStatus;

class PaymentsTest {
    @Test
    void tellsHowItWasPaid() {
        assertEquals("card ending in 1234", Payments.describe(new Payment.Card(Goods.euros(5), "1234")));
        assertEquals("cash, change 5.00 \u20ac", Payments.describe(new Payment.Cash(Goods.euros(5), Goods.euros(10))));
        assertEquals("voucher SPRING", Payments.describe(new Payment.Voucher(Goods.euros(5), "SPRING")));
    }

    @Test
    void onlyPlacedOrdersAreDue() {
        assertTrue(Payments.isDue(OrderStatus.PLACED));
        assertFalse(Payments.isDue(OrderStatus.SENT));
    }

    @Test
    void banksTakeTheirShare() {
        assertEquals(Goods.euros(0.03), Payments.fee(Goods.euros(10), "blue"));
        assertEquals(Goods.euros(0.12), Payments.fee(Goods.euros(10), "gold"));
        assertEquals(Goods.euros(12), Payments.fee(Goods.euros(2000), "gold"));
        assertThrows(IllegalArgumentException.class, () -> new Payment.Card(Goods.euros(5), "12"));
    }
}
