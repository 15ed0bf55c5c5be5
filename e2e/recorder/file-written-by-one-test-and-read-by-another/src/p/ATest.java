package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.nio.file.*;

class ATest {
    @Test void writes() throws Exception { Files.writeString(Path.of("out.txt"), "a"); Assertions.assertEquals("a", Files.readString(Path.of("out.txt"))); }
}
