package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.extension.ExtendWith(Ext.class)
class UseTest {
    @Test
    void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
