package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var url = new java.net.URL("jar:" + new java.io.File("lib/z.jar").toURI() + "!/a.txt");
        try (var in = url.openStream()) {
            assertEquals('1', in.read());
        }
    }
}
