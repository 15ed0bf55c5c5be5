package p;

import org.junit.jupiter.api.Test;

class InTest {
    @Test void reads() throws Exception { System.in.read(); }
}
