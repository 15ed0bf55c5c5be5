package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var walk = Files.walk(Path.of("data"))) {
            assertEquals(1, walk.filter(Files::isRegularFile).count());
        }
    }
}
