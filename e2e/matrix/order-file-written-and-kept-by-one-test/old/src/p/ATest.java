package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        java.nio.file.Path path = java.nio.file.Paths.get("mode.txt");
        java.nio.file.Files.write(path, A.f().getBytes());
        try {
            assertNotNull(Config.get());
        } finally {
            java.nio.file.Files.delete(path);
        }
    }
}
