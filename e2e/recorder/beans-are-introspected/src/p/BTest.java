package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void again() throws Exception { Assertions.assertNotNull(java.beans.Introspector.getBeanInfo(Bean.class)); }
}
