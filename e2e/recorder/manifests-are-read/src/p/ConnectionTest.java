package p;

import java.net.JarURLConnection;
import java.net.URL;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    @Test void asks() throws Exception {
        URL jar = Test.class.getProtectionDomain().getCodeSource().getLocation();
        JarURLConnection connection = (JarURLConnection) new URL("jar:" + jar + "!/").openConnection();
        Assertions.assertNotNull(connection.getManifest());
    }
}
