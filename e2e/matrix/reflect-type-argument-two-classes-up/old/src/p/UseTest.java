package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var type = A.class.getSuperclass().getGenericSuperclass();
        assertEquals("p.Base<java.lang.String>", type.getTypeName());
    }
}
