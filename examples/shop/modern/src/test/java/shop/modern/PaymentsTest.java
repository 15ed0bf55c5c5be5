package shop.modern;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

import shop.OrderStatus;

public class PaymentsTest {
    @Test
    public void tellsHowItWasPaid() {
        assertEquals("card ending in 1234", Payments.describe(new Payment.Card(Samples.euros(5), "1234")));
        assertEquals("cash, change 5.00 \u20ac", Payments.describe(new Payment.Cash(Samples.euros(5), Samples.euros(10))));
        assertEquals("voucher SPRING", Payments.describe(new Payment.Voucher(Samples.euros(5), "SPRING")));
    }

    @Test
    public void onlyPlacedOrdersAreDue() {
        assertTrue(Payments.isDue(OrderStatus.PLACED));
        assertFalse(Payments.isDue(OrderStatus.SENT));
    }

    @Test
    public void banksTakeTheirShare() {
        assertEquals(Samples.euros(0.03), Payments.fee(Samples.euros(10), "blue"));
        assertEquals(Samples.euros(0.12), Payments.fee(Samples.euros(10), "gold"));
        assertEquals(Samples.euros(12), Payments.fee(Samples.euros(2000), "gold"));
        assertThrows(IllegalArgumentException.class, () -> new Payment.Card(Samples.euros(5), "12"));
    }
}
