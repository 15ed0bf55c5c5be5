package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            Files.readString(Path.of("data/b.txt"));
            fail();
        } catch (java.nio.file.NoSuchFileException expected) {
            // There is no b.txt.
        }
    }
}
