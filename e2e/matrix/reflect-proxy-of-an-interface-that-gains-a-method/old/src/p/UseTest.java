package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var proxy = java.lang.reflect.Proxy.newProxyInstance(A.class.getClassLoader(), new Class<?>[] {A.class}, (p, method, arguments) -> null);
        assertEquals(1, java.util.Arrays.stream(proxy.getClass().getDeclaredMethods()).filter(each -> each.getName().length() == 1).count());
    }
}
