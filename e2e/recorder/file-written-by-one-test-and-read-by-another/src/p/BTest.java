package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.nio.file.*;

class BTest {
    @Test void reads() throws Exception { Assertions.assertEquals("a", Files.readString(Path.of("out.txt"))); }
}
