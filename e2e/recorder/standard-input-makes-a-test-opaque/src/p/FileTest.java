package p;

import java.io.FileInputStream;

import org.junit.jupiter.api.Test;

class FileTest {
    @Test void reads() throws Exception {
        try (FileInputStream stream = new FileInputStream("/dev/null")) {
            stream.readAllBytes();
        }
    }
}
