package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.nio.file.*;

class CTest {
    @Test void temporary() throws Exception {
        Path folder = Files.createTempDirectory("tamis-fixture");
        Path file = Files.writeString(folder.resolve("a.txt"), "a");
        Assertions.assertTrue(Files.exists(file));
        Files.delete(file);
        Files.delete(folder);
    }
    @Test void before() throws Exception {
        String old = Files.readString(Path.of("data/counter.txt"));
        Files.writeString(Path.of("data/counter.txt"), old);
    }
}
