package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class BTest {
    @Test
    public void t() throws Exception {
        assertEquals("1\n", Files.readString(Path.of("copy.txt")));
    }
}
