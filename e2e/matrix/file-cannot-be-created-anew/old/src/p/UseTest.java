package p;

import static org.junit.Assert.*;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try {
            Files.createFile(Path.of("data/a.txt"));
        } catch (FileAlreadyExistsException expected) {
            return;
        }
        fail("there was none");
    }
}
