package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        String caught;
        try {
            throw new Ex();
        } catch (IllegalStateException e) {
            caught = "state";
        } catch (RuntimeException e) {
            caught = "runtime";
        }
        assertEquals("runtime", caught);
    }
}
