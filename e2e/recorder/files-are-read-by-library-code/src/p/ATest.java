package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void properties() throws Exception {
        java.util.Properties properties = new java.util.Properties();
        try (java.io.InputStream in = java.nio.file.Files.newInputStream(java.nio.file.Path.of("data/settings.properties"))) { properties.load(in); }
        Assertions.assertEquals("1", properties.getProperty("a"));
    }
    @Test void document() throws Exception {
        Assertions.assertNotNull(javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new java.io.File("data/a.xml")));
    }
}
