package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Path file = Path.of("data/a.txt");
        String before = Files.readString(file);
        Files.writeString(file, before);
        assertEquals("1\n", before);
    }
}
