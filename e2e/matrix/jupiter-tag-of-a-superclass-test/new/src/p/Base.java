package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

abstract class Base {
    @org.junit.jupiter.api.Disabled
    @Test
    void t() {
        assertTrue(true);
    }
}
