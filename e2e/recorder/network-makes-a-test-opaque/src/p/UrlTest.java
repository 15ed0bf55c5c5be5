package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class UrlTest {
    @Test void uses() {
        try {
            new java.net.URL("http://127.0.0.1:1/").openStream();
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
