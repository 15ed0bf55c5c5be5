package p;

import java.io.File;
import java.util.jar.JarFile;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class FileTest {
    @Test void asks() throws Exception {
        File jar = new File(Test.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile file = new JarFile(jar)) {
            Assertions.assertNotNull(file.getManifest());
        }
    }
}
