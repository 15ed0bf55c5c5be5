package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class UseTest {
    @RegisterExtension
    static Ext ext = new Ext();

    @Test
    void t() throws Exception {
        assertEquals(1, Flag.v);
    }
}
