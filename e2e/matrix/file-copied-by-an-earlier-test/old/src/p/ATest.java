package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Files.copy(Path.of("data/a.txt"), Path.of("copy.txt"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
