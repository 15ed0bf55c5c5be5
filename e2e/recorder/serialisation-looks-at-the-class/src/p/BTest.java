package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void version() {
        Assertions.assertNotEquals(0, java.io.ObjectStreamClass.lookup(Stored.class).getSerialVersionUID());
    }
}
