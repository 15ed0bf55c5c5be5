package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class CTest {
    @org.junit.jupiter.api.BeforeAll static void all() { throw new IllegalStateException(); }
    @Test void never() {}
}
