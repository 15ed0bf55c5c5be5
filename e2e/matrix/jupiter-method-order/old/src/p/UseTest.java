package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.TestMethodOrder(Order1.class)
class UseTest {
    @Test
    void a() {
        Flag.v = 1;
    }

    @Test
    void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
