package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var f = (java.util.function.IntSupplier) java.lang.reflect.Proxy.newProxyInstance(A.class.getClassLoader(), new Class<?>[] {java.util.function.IntSupplier.class}, new A());
        assertEquals(1, f.getAsInt());
    }
}
