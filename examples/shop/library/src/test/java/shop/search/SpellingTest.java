package shop.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {
    private final List<String> words = Arrays.asList("bread", "butter", "kite", "poems");

    @Test
    void countsKeystrokes() {
        assertEquals(0, Spelling.distance("kite", "kite"));
        assertEquals(3, Spelling.distance("kitten", "sitting"));
        assertEquals(4, Spelling.distance("", "kite"));
    }

    @Test
    void guessesWhatWasMeant() {
        assertEquals("bread", Spelling.nearest("bred", words).get());
        assertEquals("kite", Spelling.nearest("kit", words).get());
        assertFalse(Spelling.nearest("bicycle", words).isPresent());
    }
}
