package p;

import java.nio.file.*;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void rewrites() throws Exception {
        String old = Files.readString(Path.of("data/rmw2.txt"));
        W.touch();
        Assertions.assertEquals("old\n", old);
    }
}
class W {
    static {
        try {
            Files.writeString(Path.of("data/rmw2.txt"), "old\n");
        } catch (java.io.IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }
    static void touch() {}
}
