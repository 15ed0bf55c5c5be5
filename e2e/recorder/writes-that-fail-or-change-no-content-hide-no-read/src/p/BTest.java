package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void reads() throws Exception { Assertions.assertTrue(java.nio.file.Files.readAllBytes(java.nio.file.Path.of("data/a.txt")).length > 0); }
}
