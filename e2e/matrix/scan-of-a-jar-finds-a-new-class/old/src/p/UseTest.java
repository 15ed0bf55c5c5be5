package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var file = new java.io.File(q.Lib.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (var jar = new java.util.jar.JarFile(file)) {
            assertEquals(1, jar.stream().filter(each -> each.getName().endsWith(".class")).count());
        }
    }
}
