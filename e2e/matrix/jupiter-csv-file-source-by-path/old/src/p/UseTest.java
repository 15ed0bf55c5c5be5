package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class UseTest {
    @ParameterizedTest
    @CsvFileSource(files = "data/rows.csv")
    void t(int x) {
        assertTrue(x < 3);
    }
}
