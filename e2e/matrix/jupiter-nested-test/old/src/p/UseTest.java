package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class UseTest {
    @Nested
    class Inside {
        @Test
        void t() {
            assertEquals(1, A.f());
        }
    }
}
