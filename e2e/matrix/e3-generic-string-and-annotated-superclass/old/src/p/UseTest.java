package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("class p.A<T>", A.class.toGenericString());
        assertEquals("x", A.class.getAnnotatedSuperclass().getAnnotation(An.class).value());
    }
}
