package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        Process process = new ProcessBuilder("cat", "data/a.txt").start();
        assertEquals('1', process.getInputStream().read());
        assertEquals(0, process.waitFor());
    }
}
