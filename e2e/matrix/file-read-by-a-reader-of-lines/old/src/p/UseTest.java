package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        try (var in = new java.io.BufferedReader(new java.io.FileReader("data/a.txt"))) {
            assertEquals("1", in.readLine());
        }
    }
}
