package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UseTest {
    @ParameterizedTest
    @MethodSource("p.Data#rows")
    void t(int x) {
        assertTrue(x < 3);
    }
}
