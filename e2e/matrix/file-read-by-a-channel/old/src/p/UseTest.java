package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var in = java.nio.channels.FileChannel.open(Path.of("data/a.txt"))) {
            var buffer = java.nio.ByteBuffer.allocate(1);
            in.read(buffer);
            assertEquals('1', buffer.get(0));
        }
    }
}
