package p;

import org.junit.jupiter.api.Test;

class BTest {
    @Test void stops() throws Exception {
        Worker.stop = true;
        Worker.thread.join();
    }
}
