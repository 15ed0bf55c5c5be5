package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.io.*;
import java.net.*;

class ATest {
    @Test void folder() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {new File("data/").toURI().toURL()})) {
            Assertions.assertNotNull(loader.getResource("plugin.txt"));
            try (InputStream in = loader.getResourceAsStream("plugin.txt")) { in.read(); }
            Assertions.assertNull(loader.getResource("missing.txt"));
        }
    }
    @Test void jar() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {new File("data/plain.zip").toURI().toURL()})) {
            Assertions.assertNotNull(loader.getResource("a.txt"));
        }
    }
}
