package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var proxy = (A) java.lang.reflect.Proxy.newProxyInstance(A.class.getClassLoader(), new Class<?>[] {A.class}, (p, method, arguments) -> java.lang.reflect.InvocationHandler.invokeDefault(p, method));
        assertEquals(1, proxy.f());
    }
}
