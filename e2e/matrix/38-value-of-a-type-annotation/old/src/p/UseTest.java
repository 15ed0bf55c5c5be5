package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var type = (java.lang.reflect.AnnotatedParameterizedType) A.class.getDeclaredField("f").getAnnotatedType();
        assertEquals("x", type.getAnnotatedActualTypeArguments()[0].getAnnotation(Tu.class).value());
    }
}
