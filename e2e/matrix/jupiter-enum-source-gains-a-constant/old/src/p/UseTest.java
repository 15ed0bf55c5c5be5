package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class UseTest {
    @ParameterizedTest
    @EnumSource
    void t(E e) {
        assertTrue(e.ordinal() < 2);
    }
}
