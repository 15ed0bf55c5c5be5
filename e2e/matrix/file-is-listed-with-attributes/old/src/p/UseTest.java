package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var sizes = new java.util.ArrayList<Long>();
        Files.walkFileTree(Path.of("data"), new java.nio.file.SimpleFileVisitor<Path>() {
            @Override
            public java.nio.file.FileVisitResult visitFile(Path file, java.nio.file.attribute.BasicFileAttributes attributes) {
                sizes.add(attributes.size());
                return java.nio.file.FileVisitResult.CONTINUE;
            }
        });
        assertEquals(java.util.List.of(2L), sizes);
    }
}
