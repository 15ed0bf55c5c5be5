package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;
import java.nio.file.*;

class ATest {
    @Test void there() throws Exception { Assertions.assertFalse(new File("data/a.txt").createNewFile()); read("data/a.txt"); }
    @Test void times() throws Exception { new File("data/b.txt").setLastModified(1000); read("data/b.txt"); }
    @Test void renamed() throws Exception { Assertions.assertFalse(new File("data/none").renameTo(new File("data/c.txt"))); read("data/c.txt"); }
    @Test void created() throws Exception {
        Assertions.assertThrows(FileAlreadyExistsException.class, () -> Files.createFile(Path.of("data/d.txt")));
        read("data/d.txt");
    }
    @Test void deleted() { Assertions.assertFalse(new File("data/inner").delete()); new File("data/inner").list(); }
    @Test void behind() throws Exception { try (FileWriter out = new FileWriter("data/e.txt", true)) { out.write("x"); } read("data/e.txt"); }
    @Test void linked() throws Exception { Assertions.assertEquals("data", new File("data").getCanonicalFile().getName()); }
    static void read(String file) throws Exception { Assertions.assertTrue(Files.readAllBytes(Path.of(file)).length > 0); }
}
