package shop.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import shop.Cart;
import shop.Goods;

class CarriersTest {
    private final Carriers carriers = new Carriers();

    @Test
    void lettersGoByPostAndBoxesByCourier() {
        assertEquals("post", carriers.choose(Parcel.packed(180)).name());
        assertEquals("courier", carriers.choose(Parcel.packed(2400)).name());
        assertEquals("pick-up at the shop", carriers.choose(Parcel.packed(40_000)).name());
    }

    @Test
    void postChargesByStep() {
        PostCarrier post = new PostCarrier();
        assertEquals(Goods.euros(1.29), post.quote(new Parcel.Letter(20)));
        assertEquals(Goods.euros(2.58), post.quote(new Parcel.Letter(21)));
        assertEquals(3, post.days());
    }

    @Test
    void courierTakesNoLetters() {
        CourierCarrier courier = new CourierCarrier();
        assertEquals(1, courier.days());
        assertThrows(IllegalArgumentException.class, () -> courier.quoteAny(new Parcel.Letter(10)));
    }

    @Test
    void largeCartsTravelForNothing() {
        Cart cart = new Cart().add(Goods.POEMS, 1);
        assertEquals(Goods.euros(4.10), carriers.cost(cart, Goods.euros(50)));
        assertEquals(Goods.euros(0), carriers.cost(cart, Goods.euros(8)));
    }
}
