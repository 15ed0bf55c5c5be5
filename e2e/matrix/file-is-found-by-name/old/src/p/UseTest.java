package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var found = Files.find(Path.of("data"), 3, (path, attributes) -> path.endsWith("b.txt"))) {
            assertEquals(0, found.count());
        }
    }
}
