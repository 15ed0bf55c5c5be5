package p;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class BTest {
    @Test void b() { Assertions.assertEquals(1, Bean.class.getDeclaredMethods().length); }
    @Test void c() throws Exception { Assertions.assertNotNull(Constructed.class.getDeclaredConstructor()); }
    @Test void d() throws Exception { Assertions.assertNotNull(Fielded.class.getDeclaredField("x")); }
}
