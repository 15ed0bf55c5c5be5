package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void first() throws Exception { Assertions.assertNotNull(java.beans.Introspector.getBeanInfo(Bean.class)); }
}
