package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.net.*;
import java.util.zip.ZipFile;

class ATest {
    static final java.util.List<Object> open = new java.util.ArrayList<>();
    @Test void zip() throws Exception { open.add(new ZipFile("data/plain.zip")); }
    @Test void address() throws Exception {
        URLConnection connection = new URL("jar:file:data/with%20space.jar!/a.txt").openConnection();
        Assertions.assertEquals('a', connection.getInputStream().read());
    }
}
