package shop.modern;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Goods;
import shop.Order;

class InvoiceTest {
    @Test
    void namesCustomerGoodsAndAmount() {
        var order = new Order(new Cart().add(Goods.KITE, 2).add(Goods.POEMS, 1));
        var customer = new Customer("Ada", new Address("Rue du Four 3", "Lyon", "FR"));
        var text = new Invoice(order, customer).text();
        assertTrue(text.startsWith("To Ada\n   Rue du Four 3, Lyon\n"), text);
        assertTrue(text.contains("  2 x Kite\n  1 x Small Poems\n"), text);
        assertTrue(text.endsWith("Please pay 43.50 \u20ac within fourteen days.\n"), text);
    }
}
