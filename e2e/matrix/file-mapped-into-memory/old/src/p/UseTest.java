package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var in = java.nio.channels.FileChannel.open(Path.of("data/a.txt"))) {
            var buffer = in.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, 1);
            assertEquals('1', buffer.get(0));
        }
    }
}
