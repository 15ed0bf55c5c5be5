package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void b() throws Exception { Meet.here(); Only.b(); Meet.here(); }
}
