package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class BindTest {
    @Test void uses() {
        try {
            new java.net.ServerSocket(0).close();
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
