package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var url = UseTest.class.getProtectionDomain().getCodeSource().getLocation();
        try (var loader = new java.net.URLClassLoader(new java.net.URL[] {url}, null)) {
            var a = (java.util.function.IntSupplier) loader.loadClass("p.A").getConstructor().newInstance();
            assertNotSame(A.class, a.getClass());
            assertEquals(1, a.getAsInt());
        }
    }
}
