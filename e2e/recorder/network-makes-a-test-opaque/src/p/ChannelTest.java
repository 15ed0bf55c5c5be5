package p;

import java.io.IOException;

import org.junit.jupiter.api.Test;

class ChannelTest {
    @Test void uses() {
        try {
            java.nio.channels.SocketChannel.open(new java.net.InetSocketAddress("127.0.0.1", 1)).close();
        } catch (IOException expected) {
            // Nobody is there, perhaps.
        }
    }
}
