package shop.notify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import shop.Goods;

class TemplateTest {
    @Test
    void fillsItsHoles() throws IOException {
        Map<String, Object> values = new HashMap<>();
        values.put("name", "Ada");
        values.put("number", 1001);
        values.put("amount", Goods.euros(12.50));
        String letter = Template.named("sent").fill(values);
        assertTrue(letter.startsWith("Dear Ada,"));
        assertTrue(letter.endsWith("You paid 12.50 \u20ac."));
    }

    @Test
    void takesValuesAsTheyAre() {
        assertEquals("a $1 b", new Template("a {x} b").fill(Collections.singletonMap("x", "$1")));
    }

    @Test
    void leavesNoHole() {
        Template template = new Template("Dear {name}");
        assertThrows(IllegalArgumentException.class, () -> template.fill(Collections.emptyMap()));
        assertThrows(IllegalArgumentException.class, () -> Template.named("love"));
    }
}
