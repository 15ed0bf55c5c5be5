package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class DatagramTest {
    @Test void uses() {
        try {
            new java.net.DatagramSocket().close();
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
