package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class UseTest {
    @Test
    void t() throws Exception {
        assertEquals(1, A.f());
    }
}
