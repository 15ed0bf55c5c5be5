package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var method = A.class.getDeclaredMethod("f");
        assertTrue(java.lang.reflect.Modifier.isSynchronized(method.getModifiers()));
    }
}
