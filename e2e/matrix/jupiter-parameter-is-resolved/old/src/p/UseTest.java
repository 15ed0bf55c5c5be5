package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.extension.ExtendWith(Res.class)
class UseTest {
    @Test
    void t(int x) throws Exception {
        assertEquals(1, x);
    }
}
