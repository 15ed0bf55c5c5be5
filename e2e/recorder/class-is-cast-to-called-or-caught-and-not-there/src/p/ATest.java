package p;

import org.junit.jupiter.api.Test;

class ATest {
    @Test void t() { Helper.all(); }
}
