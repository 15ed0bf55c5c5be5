package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UseTest {
    @ParameterizedTest
    @ValueSource(strings = "a")
    void t(Book book) {
        assertEquals("a", book.title);
    }
}
