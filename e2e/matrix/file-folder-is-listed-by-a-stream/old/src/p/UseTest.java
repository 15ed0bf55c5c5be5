package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var list = Files.newDirectoryStream(Path.of("data"), "*.txt")) {
            int count = 0;
            for (Path each : list) {
                count++;
            }
            assertEquals(1, count);
        }
    }
}
