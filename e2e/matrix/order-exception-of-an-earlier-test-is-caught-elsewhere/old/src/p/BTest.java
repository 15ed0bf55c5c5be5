package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        try {
            throw (RuntimeException) Q.o;
        } catch (IllegalStateException e) {
            fail();
        } catch (RuntimeException expected) {
            // Not a matter of state.
        }
    }
}
