package shop.modern;

import static org.junit.Assert.assertTrue;

import org.junit.Test;
import shop.Cart;
import shop.Order;

public class InvoiceTest {
    @Test
    public void namesCustomerGoodsAndAmount() {
        var order = new Order(new Cart().add(Samples.KITE, 2).add(Samples.POEMS, 1));
        var customer = new Customer("Ada", new Address("Rue du Four 3", "Lyon", "FR"));
        var text = new Invoice(order, customer).text();
        assertTrue(text, text.startsWith("To Ada\n   Rue du Four 3, Lyon\n"));
        assertTrue(text, text.contains("  2 x Kite\n  1 x Small Poems\n"));
        assertTrue(text, text.endsWith("Please pay 43.50 \u20ac within fourteen days.\n"));
    }
}
