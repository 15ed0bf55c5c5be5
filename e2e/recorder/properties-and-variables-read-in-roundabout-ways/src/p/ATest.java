package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void reference() { java.util.function.Supplier<java.util.Properties> all = System::getProperties; Assertions.assertNotNull(all.get()); }
}
