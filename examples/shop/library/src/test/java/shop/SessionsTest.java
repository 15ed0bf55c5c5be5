package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class SessionsTest {
    @Test
    void visitorsKeepTheirCart() {
        Sessions sessions = new Sessions(60_000);
        assertSame(sessions.cart("ada"), sessions.cart("ada"));
        assertNotSame(sessions.cart("ada"), sessions.cart("bob"));
        assertEquals(2, sessions.present());
    }

    @Test
    void whoIsQuietForLongHasLeft() {
        Sessions sessions = new Sessions(600);
        Cart cart = sessions.cart("ada").add(Goods.KITE, 1);
        Pause.real().millis(900);
        assertEquals(0, sessions.present());
        assertNotSame(cart, sessions.cart("ada"));
    }
}
