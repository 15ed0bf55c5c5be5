package p;

import org.junit.jupiter.api.Test;

class BTest {
    @Test void t() { Helper.all(); }
}
