package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.nio.file.*;

class BTest {
    @Test void rewritesByInitialiser() throws Exception {
        Assertions.assertEquals(2, Files.readString(Path.of("data/b.txt")).length());
        Writer.touch();
    }
}
class Writer {
    static { try { Files.writeString(Path.of("data/b.txt"), "y\n"); } catch (java.io.IOException error) { throw new IllegalStateException(error); } }
    static void touch() {}
}
