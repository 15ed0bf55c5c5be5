package p;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class CTest {
    @Test
    public void test() throws Exception {
        java.net.URL place = C.class.getProtectionDomain().getCodeSource().getLocation();
        try (java.net.URLClassLoader loader = new java.net.URLClassLoader(new java.net.URL[] {place}, null)) {
            Object c = loader.loadClass("p.C").getConstructor().newInstance();
            assertEquals(1, c.getClass().getMethod("f").invoke(c));
        }
    }
}
