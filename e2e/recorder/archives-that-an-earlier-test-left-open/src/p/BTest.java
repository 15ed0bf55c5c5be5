package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import java.net.*;
import java.util.zip.ZipFile;

class BTest {
    @Test void zipAgain() throws Exception { try (ZipFile zip = new ZipFile("data/plain.zip")) { zip.size(); } }
    @Test void addressAgain() throws Exception {
        Assertions.assertEquals('a', new URL("jar:file:data/with%20space.jar!/a.txt").openConnection().getInputStream().read());
    }
}
