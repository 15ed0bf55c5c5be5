package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Path copy = Files.createTempFile("a", "b");
        Files.copy(Path.of("data/a.txt"), copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertEquals("1\n", Files.readString(copy));
        Files.delete(copy);
    }
}
