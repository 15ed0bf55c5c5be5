package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

@org.junit.jupiter.api.condition.EnabledIf("p.When#now")
class UseTest {
    @Test
    void t() throws Exception {
        assertTrue(true);
    }
}
