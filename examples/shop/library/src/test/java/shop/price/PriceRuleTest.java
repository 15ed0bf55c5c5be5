package shop.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shop.Goods.euros;

import org.junit.jupiter.api.Test;

class PriceRuleTest {
    @Test
    void bulkStartsAtItsNumberOfPieces() {
        PriceRule bulk = new BulkDiscount(5, 20);
        assertEquals(euros(10), bulk.apply(euros(10), 4));
        assertEquals(euros(8), bulk.apply(euros(10), 5));
    }

    @Test
    void loyaltyStopsGrowingAfterTenYears() {
        assertEquals(euros(90), new LoyaltyDiscount(25).apply(euros(100), 2));
        assertEquals(euros(97), new LoyaltyDiscount(3).apply(euros(100), 2));
        assertEquals(euros(100), new LoyaltyDiscount(3).apply(euros(100), 1));
        assertEquals("loyalty discount, 1 year", new LoyaltyDiscount(1).describe());
    }

    @Test
    void rulesFollowEachOther() {
        PriceRule both = new PercentDiscount(50).andThen(new PercentDiscount(10));
        assertEquals(euros(45), both.apply(euros(100), 1));
        assertEquals("", both.describe());
        assertEquals("summer", both.named("summer").describe());
    }

    @Test
    void cheapestWins() {
        PriceRule rule = PriceRules.cheapest(new PercentDiscount(5), new BulkDiscount(2, 30));
        assertEquals(euros(95), rule.apply(euros(100), 1));
        assertEquals(euros(70), rule.apply(euros(100), 2));
    }

    @Test
    void ladderClimbsToThirty() {
        PriceRule ladder = PriceRules.ladder(10);
        assertEquals(euros(100), ladder.apply(euros(100), 9));
        assertEquals(euros(95), ladder.apply(euros(100), 10));
        assertEquals(euros(70), ladder.apply(euros(100), 500));
    }

    @Test
    void voucherWorksOnceAndNeverPaysOut() {
        PriceRule voucher = PriceRules.voucher("SPRING").apply(euros(15));
        assertEquals(euros(0), voucher.apply(euros(10), 1));
        assertEquals(euros(10), voucher.apply(euros(10), 1));
    }

    @Test
    void limitedOfferEnds() {
        PriceRule offer = PriceRules.limited(new PercentDiscount(50), 1);
        assertEquals("percent discount (only 1 left)", offer.describe());
        assertEquals(euros(5), offer.apply(euros(10), 1));
        assertEquals(euros(10), offer.apply(euros(10), 1));
    }

    @Test
    void staffPayHalf() {
        assertEquals(euros(5), PriceRules.staff().apply(euros(10), 1));
        assertEquals(euros(5), PriceRules.lastDay().apply(euros(10), 1));
        assertEquals("staff price", PriceRules.staff().describe());
    }

    @Test
    void noMoreThanEverythingOff() {
        assertThrows(IllegalArgumentException.class, () -> new PercentDiscount(101));
    }
}
