package p;

import static org.junit.Assert.*;

import org.junit.Test;

public abstract class Base {
    @Test
    public void t() {
        assertTrue(true);
    }
}
