package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            Files.writeString(Path.of("data/out/a.txt"), "x");
        } catch (NoSuchFileException expected) {
            return;
        }
        fail("the folder is there");
    }
}
