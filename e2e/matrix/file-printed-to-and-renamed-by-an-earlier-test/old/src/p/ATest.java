package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class ATest {
    @Test
    public void t() throws Exception {
        Path file = Path.of("one.tmp");
        Files.writeString(file, "" + A.f());
        Files.move(file, Path.of("one.txt"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }
}
