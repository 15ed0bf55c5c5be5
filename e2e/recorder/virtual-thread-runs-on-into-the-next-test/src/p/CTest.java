package p;

import org.junit.jupiter.api.Test;

class CTest {
    @Test void none() { Worker.later(); }
}
