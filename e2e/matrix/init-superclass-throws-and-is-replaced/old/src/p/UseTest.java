package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            C.f();
            fail();
        } catch (ExceptionInInitializerError expected) {
            // D cannot be initialised.
        }
    }
}
