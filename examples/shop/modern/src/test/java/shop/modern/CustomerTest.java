package shop.modern;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CustomerTest {
    private final Address home = new Address("Rue du Four 3", "Lyon", " fr ");

    @Test
    public void addressesAreTidy() {
        assertEquals("FR", home.country());
        assertTrue(home.isIn("fr"));
        assertThrows(IllegalArgumentException.class, () -> new Address(" ", "Lyon", "FR"));
    }

    @Test
    public void customersAreReachedByMail() {
        var ada = Customer.reachedBy("Ada", home, "ada@example.org", "555-0100");
        assertEquals("ada@example.org", ada.mail().orElseThrow());
        assertTrue(new Customer("Bob", home).mail().isEmpty());
        assertEquals(new Customer("Bob", home), new Customer("Bob", home));
    }
}
