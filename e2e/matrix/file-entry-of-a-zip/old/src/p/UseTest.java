package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var zip = new java.util.zip.ZipFile("lib/z.jar")) {
            assertEquals(1, zip.size());
        }
    }
}
