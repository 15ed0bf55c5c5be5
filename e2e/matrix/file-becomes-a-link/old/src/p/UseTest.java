package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertFalse(Files.isSymbolicLink(Path.of("data/b.txt")));
    }
}
