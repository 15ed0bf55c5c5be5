package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CartTest {
    @Test
    void sumsUp() {
        Cart cart = new Cart();
        cart.add(2, 3);
        cart.add(1, 4);
        assertEquals(10, cart.sum());
    }
}
