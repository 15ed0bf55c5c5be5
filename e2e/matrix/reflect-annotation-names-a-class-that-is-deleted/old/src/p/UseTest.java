package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("p.Gone", A.class.getAnnotation(Link.class).value().getName());
    }
}
