package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var in = new java.io.RandomAccessFile("data/a.txt", "r")) {
            assertEquals('1', in.read());
        }
    }
}
