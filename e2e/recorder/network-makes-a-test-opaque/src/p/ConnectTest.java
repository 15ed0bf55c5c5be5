package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class ConnectTest {
    @Test void uses() {
        try {
            new java.net.Socket(java.net.InetAddress.getByName("127.0.0.1"), 1).close();
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
