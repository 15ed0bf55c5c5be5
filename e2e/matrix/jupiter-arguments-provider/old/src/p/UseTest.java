package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

class UseTest {
    @ParameterizedTest
    @ArgumentsSource(Give.class)
    void t(int x) {
        assertTrue(x < 3);
    }
}
