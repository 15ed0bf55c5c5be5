package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals(0, java.util.Arrays.stream(A.class.getMethods()).filter(each -> each.getDeclaringClass() != Object.class).count());
    }
}
