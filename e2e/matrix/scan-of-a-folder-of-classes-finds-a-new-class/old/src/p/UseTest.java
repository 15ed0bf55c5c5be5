package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var walk = java.nio.file.Files.walk(java.nio.file.Path.of(UseTest.class.getResource("/p").toURI()))) {
            assertEquals(3, walk.filter(each -> each.toString().endsWith(".class")).count());
        }
    }
}
