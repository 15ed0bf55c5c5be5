package shop.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shop.Goods.euros;

import org.junit.jupiter.api.Test;

class RuleParserTest {
    private final RuleParser parser = new RuleParser();

    @Test
    void readsOneRuleAfterTheOther() {
        PriceRule rule = parser.parse("percent 10; bulk 5 20; none");
        assertEquals(euros(90), rule.apply(euros(100), 1));
        assertEquals(euros(72), rule.apply(euros(100), 5));
    }

    @Test
    void leavesOutWhatIsSwitchedOff() {
        PriceRule rule = parser.parse("percent 10; #staff; loyalty # 9");
        assertEquals(euros(90), rule.apply(euros(100), 3));
        assertEquals("[#staff, loyalty # 9]", parser.ignored().toString());
    }

    @Test
    void stopsAtEnd() {
        assertEquals(euros(50), parser.parse("staff; end; nonsense").apply(euros(100), 1));
    }

    @Test
    void namesTheWordItDoesNotKnow() {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> parser.parse("free"));
        assertTrue(error.getMessage().contains("`free`"));
        assertThrows(IllegalArgumentException.class, () -> parser.parse("percent lots"));
        assertThrows(IllegalArgumentException.class, () -> parser.parse("bulk 5"));
    }
}
