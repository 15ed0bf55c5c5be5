package p;

import static org.junit.Assert.*;

import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        java.nio.file.Path file = java.nio.file.Path.of("data/own.txt");
        java.nio.file.Files.writeString(file, "x");
        assertEquals("x", java.nio.file.Files.readString(file));
    }
}
