package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertFalse(java.lang.reflect.Modifier.isFinal(A.class.getModifiers()));
    }
}
