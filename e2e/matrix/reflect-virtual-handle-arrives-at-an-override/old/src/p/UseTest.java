package p;

import static org.junit.Assert.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var handle = MethodHandles.lookup().findVirtual(B.class, "f", MethodType.methodType(int.class));
        int f;
        try {
            f = (int) handle.invoke((B) new A());
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
        assertEquals(1, f);
    }
}
