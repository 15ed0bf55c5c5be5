package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void calls() { Assertions.assertEquals(3, jdk.mine.Util.f()); }
    @Test void looks() { Assertions.assertThrows(ClassNotFoundException.class, () -> Class.forName("sun.mine.Missing")); }
    @Test void introspects() { Assertions.assertEquals(1, com.sun.tools.mine.Tool.class.getDeclaredMethods().length); }
}
