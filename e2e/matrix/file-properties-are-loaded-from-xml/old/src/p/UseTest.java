package p;

import static org.junit.Assert.*;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

public class UseTest {
    @Test
    public void t() throws Exception {
        var properties = new java.util.Properties();
        try (var in = Files.newInputStream(Path.of("data/a.xml"))) {
            properties.loadFromXML(in);
        }
        assertEquals("1", properties.getProperty("k"));
    }
}
