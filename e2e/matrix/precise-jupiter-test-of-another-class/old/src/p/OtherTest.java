package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class OtherTest {
    @Test
    void t() throws Exception {
        assertEquals(3, "abc".length());
    }
}
