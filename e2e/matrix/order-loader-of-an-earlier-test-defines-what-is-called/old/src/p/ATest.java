package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Q.o = new java.net.URLClassLoader(new java.net.URL[] {new java.io.File("lib/z.jar").toURI().toURL()}).loadClass("z.Plug").getConstructor().newInstance();
    }
}
