package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class UseTest {
    int count;

    @Test
    void t2() {
        assertEquals(1, ++count);
    }

    @Test
    void t() throws Exception {
        assertEquals(1, ++count);
    }
}
