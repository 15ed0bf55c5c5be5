package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Path file = Path.of("data/a.txt");
        Files.write(file, new byte[] {1}, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        assertEquals(1, Files.size(file));
    }
}
