package p;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class UseTest {
    @Test
    void t(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder) throws Exception {
        java.nio.file.Files.writeString(folder.resolve("a"), "" + A.f());
        assertEquals("1", java.nio.file.Files.readString(folder.resolve("a")));
    }
}
