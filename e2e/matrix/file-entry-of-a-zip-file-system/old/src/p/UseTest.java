package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var zip = java.nio.file.FileSystems.newFileSystem(Path.of("lib/z.jar"))) {
            assertEquals("1\n", Files.readString(zip.getPath("a.txt")));
        }
    }
}
