package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var loader = new java.net.URLClassLoader(new java.net.URL[] {new java.io.File("lib/z.jar").toURI().toURL()})) {
            var plug = (java.util.function.IntSupplier) loader.loadClass("z.Plug").getConstructor().newInstance();
            assertEquals(1, plug.getAsInt());
        }
    }
}
