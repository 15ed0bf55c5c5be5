package shop.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shop.Goods.euros;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RuleBookTest {
    @Test
    void knowsTheGroupsInTheFile() throws IOException {
        assertEquals("[friends, schools, staff]", new RuleBook().groups().toString());
    }

    @Test
    void schoolsPayLessForMany() throws IOException {
        PriceRule rule = new RuleBook().ruleOf("schools");
        assertEquals(euros(100), rule.apply(euros(100), 9));
        assertEquals(euros(75), rule.apply(euros(100), 10));
        assertEquals("schools", rule.describe());
    }

    @Test
    void friendsHaveARuleOfTheirOwn() throws IOException {
        assertEquals("friends", new RuleBook().ruleOf("friends").describe());
    }

    @Test
    void strangersPayTheFullPrice() throws IOException {
        assertEquals(euros(100), new RuleBook().ruleOf("strangers").apply(euros(100), 50));
    }
}
