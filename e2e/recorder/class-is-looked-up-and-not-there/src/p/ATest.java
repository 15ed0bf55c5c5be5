package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class ATest {
    @Test void forName() { Assertions.assertThrows(ClassNotFoundException.class, () -> Class.forName("p.Missing")); }
    @Test void loader() { Assertions.assertThrows(ClassNotFoundException.class, () -> ATest.class.getClassLoader().loadClass("p.Gone")); }
    @Test void there() throws Exception { Assertions.assertNotNull(Class.forName("p.There", false, ATest.class.getClassLoader())); }
}
class There { }
