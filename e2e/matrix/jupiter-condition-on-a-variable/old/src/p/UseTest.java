package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable(named = "TAMIS_MATRIX", matches = "1")
class UseTest {
    @Test
    void t() throws Exception {
        assertTrue(true);
    }
}
