package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

@org.junit.jupiter.api.DisplayNameGeneration(Names.class)
class UseTest {
    @Test
    void t(TestInfo info) throws Exception {
        assertEquals("a", info.getDisplayName());
    }
}
