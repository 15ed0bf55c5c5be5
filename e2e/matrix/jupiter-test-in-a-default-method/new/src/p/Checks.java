package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

interface Checks {
    @Test
    default void t() {
        fail();
    }
}
