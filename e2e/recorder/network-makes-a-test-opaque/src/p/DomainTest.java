package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class DomainTest {
    @Test void uses() {
        try {
            java.nio.channels.SocketChannel.open(java.net.UnixDomainSocketAddress.of("none"));
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
