package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("X", A.class.getAnnotation(Is.class).value().name());
    }
}
