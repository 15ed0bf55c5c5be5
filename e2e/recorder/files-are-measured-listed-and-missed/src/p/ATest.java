package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;
import java.nio.file.*;
import java.util.stream.Stream;

class ATest {
    @Test void length() { Assertions.assertEquals(2, new File("data/a.txt").length()); }
    @Test void modified() { Assertions.assertTrue(new File("data/b.txt").lastModified() > 0); }
    @Test void exists() { Assertions.assertFalse(new File("data/none.txt").exists()); }
    @Test void readable() { Assertions.assertTrue(new File("data/c.txt").canRead()); }
    @Test void listed() { Assertions.assertTrue(new File("data").list().length > 2); }
    @Test void pathExists() { Assertions.assertFalse(Files.exists(Path.of("data/missing.txt"))); }
    @Test void size() throws Exception { Assertions.assertEquals(2, Files.size(Path.of("data/d.txt"))); }
    @Test void attributes() throws Exception { Assertions.assertTrue(Files.isRegularFile(Path.of("data/e.txt"))); }
    @Test void stream() throws Exception { try (Stream<Path> list = Files.list(Path.of("data/inner"))) { Assertions.assertEquals(1, list.count()); } }
    @Test void absent() { Assertions.assertThrows(IOException.class, () -> new FileInputStream("data/absent.txt")); }
}
