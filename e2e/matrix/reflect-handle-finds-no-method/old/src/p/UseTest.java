package p;

import static org.junit.Assert.*;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            MethodHandles.lookup().findStatic(A.class, "f", MethodType.methodType(int.class));
            fail();
        } catch (NoSuchMethodException expected) {
            // There is no f.
        }
    }
}
