package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class UseTest implements Checks {
    @Test
    void t() throws Exception {
        assertTrue(true);
    }
}
