package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        J j = text -> true;
        assertFalse(java.util.function.Predicate.not(j).test(""));
    }
}
