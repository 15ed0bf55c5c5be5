package p;

import static org.junit.Assert.*;

import java.lang.invoke.MethodHandles;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var handle = MethodHandles.lookup().findVarHandle(A.class, "x", int.class);
        assertEquals(0, handle.get(new A()));
    }
}
