package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void bundleAgain() { Assertions.assertEquals("b", java.util.ResourceBundle.getBundle("words").getString("a")); }
}
