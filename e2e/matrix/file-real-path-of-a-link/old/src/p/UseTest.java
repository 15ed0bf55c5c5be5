package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        assertEquals("a.txt", Path.of("data/link.txt").toRealPath().getFileName().toString());
    }
}
